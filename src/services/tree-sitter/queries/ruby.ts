export const ruby = `
(module name: (_) @name) @scope
(class name: (_) @name) @scope
(singleton_class) @scope
(method name: (_) @name) @callable
(singleton_method name: (_) @name) @callable
(assignment left: (constant) @name right: (call block: (_))) @scope
`;
