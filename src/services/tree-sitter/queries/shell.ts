export const bash = `
(function_definition name: (_) @name) @callable
`;

export const powershell = `
(function_statement (function_name) @name) @callable
(class_statement . (simple_name) @name) @scope
(class_method_definition (simple_name) @name) @callable
(enum_statement . (simple_name) @name) @scope
`;
