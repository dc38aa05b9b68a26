export const lua = `
(function_declaration name: (_) @name) @callable
(assignment_statement (variable_list name: (_) @name) (expression_list value: (function_definition))) @callable
(field name: (_) @name value: (function_definition)) @callable
`;
