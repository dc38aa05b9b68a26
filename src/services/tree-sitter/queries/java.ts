export const java = `
(class_declaration name: (_) @name) @scope
(interface_declaration name: (_) @name) @scope
(enum_declaration name: (_) @name) @scope
(record_declaration name: (_) @name) @scope
(annotation_type_declaration name: (_) @name) @scope
(method_declaration name: (_) @name) @callable
(constructor_declaration name: (_) @name) @callable
(compact_constructor_declaration name: (_) @name) @callable
`;
