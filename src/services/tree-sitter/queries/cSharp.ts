export const cSharp = `
(namespace_declaration name: (_) @name) @scope
(file_scoped_namespace_declaration name: (_) @name) @scope
(class_declaration name: (_) @name) @scope
(interface_declaration name: (_) @name) @scope
(struct_declaration name: (_) @name) @scope
(record_declaration name: (_) @name) @scope
(enum_declaration name: (_) @name) @scope
(delegate_declaration name: (_) @name) @scope
(property_declaration name: (_) @name) @scope
(method_declaration name: (_) @name) @callable
(constructor_declaration name: (_) @name) @callable
(destructor_declaration name: (_) @name) @callable
(operator_declaration) @callable
(indexer_declaration) @callable
`;
