export const php = `
(namespace_definition name: (_) @name) @scope
(class_declaration name: (_) @name) @scope
(interface_declaration name: (_) @name) @scope
(trait_declaration name: (_) @name) @scope
(enum_declaration name: (_) @name) @scope
(method_declaration name: (_) @name) @callable
(function_definition name: (_) @name) @callable
`;
