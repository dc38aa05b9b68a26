export const scala = `
(package_object name: (_) @name) @scope
(object_definition name: (_) @name) @scope
(class_definition name: (_) @name) @scope
(trait_definition name: (_) @name) @scope
(enum_definition name: (_) @name) @scope
(extension_definition) @scope
(given_definition name: (_) @name) @scope
(type_definition name: (_) @name) @scope
(function_definition name: (_) @name) @callable
(function_declaration name: (_) @name) @callable
`;
