export const kotlin = `
(class_declaration name: (_) @name) @scope
(object_declaration name: (_) @name) @scope
(companion_object) @scope
(type_alias type: (_) @name) @scope
(function_declaration name: (_) @name) @callable
(secondary_constructor) @callable
`;
