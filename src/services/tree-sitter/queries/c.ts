const shared = `
(function_definition declarator: (function_declarator) @name) @callable
(function_definition declarator: (pointer_declarator (function_declarator) @name)) @callable
(function_definition declarator: (pointer_declarator (pointer_declarator (function_declarator) @name))) @callable
(preproc_function_def name: (_) @name) @callable
(struct_specifier name: (_) @name body: (_)) @scope
(union_specifier name: (_) @name body: (_)) @scope
(enum_specifier name: (_) @name body: (_)) @scope
(type_definition declarator: (_) @name) @scope
(declaration declarator: (function_declarator) @name) @callable
(declaration declarator: (pointer_declarator declarator: (function_declarator) @name)) @callable
`;

export const c = shared;

export const cpp = `${shared}
(function_definition declarator: (reference_declarator (function_declarator) @name)) @callable
(function_definition declarator: (operator_cast) @name) @callable
(namespace_definition name: (_) @name) @scope
(class_specifier name: (_) @name body: (_)) @scope
(alias_declaration name: (_) @name) @scope
(concept_definition name: (_) @name) @scope
(field_declaration declarator: (function_declarator) @name) @callable
(template_declaration (class_specifier name: (_) @name body: (_))) @scope
(template_declaration (struct_specifier name: (_) @name body: (_))) @scope
(template_declaration (concept_definition name: (_) @name)) @scope
(template_declaration (function_definition declarator: (_) @name)) @callable
`;
