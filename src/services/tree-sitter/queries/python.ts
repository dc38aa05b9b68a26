export const python = `
(class_definition name: (_) @name) @scope
(decorated_definition definition: (class_definition name: (_) @name)) @scope
(function_definition name: (_) @name) @callable
(decorated_definition definition: (function_definition name: (_) @name)) @callable
`;
