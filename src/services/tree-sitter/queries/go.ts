export const go = `
(function_declaration name: (_) @name) @callable
(method_declaration name: (_) @name) @callable
(type_spec name: (_) @name) @scope
(type_alias name: (_) @name) @scope
`;
