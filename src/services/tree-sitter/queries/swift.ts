/** The grammar calls structs, enums, actors and extensions classes, too. */
export const swift = `
(class_declaration name: (_) @name) @scope
(protocol_declaration name: (_) @name) @scope
(typealias_declaration name: (type_identifier) @name) @scope
(function_declaration name: (simple_identifier) @name) @callable
(protocol_function_declaration name: (simple_identifier) @name) @callable
(init_declaration) @callable
(deinit_declaration) @callable
`;
