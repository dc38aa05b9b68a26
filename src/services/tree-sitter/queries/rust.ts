export const rust = `
(function_item name: (_) @name) @callable
(function_signature_item name: (_) @name) @callable
(macro_definition name: (_) @name) @callable
(struct_item name: (_) @name) @scope
(enum_item name: (_) @name) @scope
(union_item name: (_) @name) @scope
(trait_item name: (_) @name) @scope
(impl_item type: (_) @name) @scope
(mod_item name: (_) @name body: (_)) @scope
(type_item name: (_) @name) @scope
`;
