/**
 * Captures of all query files: `@callable` is something with a body that runs (what is defined within is left out),
 * `@scope` anything else that has a name. `@name` stands on the line that is shown; without it that is the first line.
 */
export const javascript = `
(function_declaration name: (_) @name) @callable
(generator_function_declaration name: (_) @name) @callable
(class_declaration name: (_) @name) @scope
(method_definition name: (_) @name) @callable
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @callable
${sharedByBoth()}
`;

export const typescript = `
(function_declaration name: (_) @name) @callable
(generator_function_declaration name: (_) @name) @callable
(function_signature name: (_) @name) @callable
(class_declaration name: (_) @name) @scope
(abstract_class_declaration name: (_) @name) @scope
(interface_declaration name: (_) @name) @scope
(type_alias_declaration name: (_) @name) @scope
(enum_declaration name: (_) @name) @scope
(internal_module name: (_) @name) @scope
(module name: (_) @name) @scope
(method_definition name: (_) @name) @callable
(abstract_method_signature name: (_) @name) @callable
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @callable
${sharedByBoth()}
`;

function sharedByBoth(): string {
	const functions = "[(arrow_function) (function_expression) (generator_function)]";
	return `
(variable_declarator name: (identifier) @name value: ${functions}) @callable
(variable_declarator name: (identifier) @name value: (class)) @scope
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @scope))
(export_statement declaration: (class_declaration name: (_) @name)) @scope
(export_statement value: (class)) @scope
(export_statement value: ${functions}) @callable
(assignment_expression left: (member_expression) @name right: ${functions}) @callable
(assignment_expression left: (member_expression) @name right: (class)) @scope
(pair key: (_) @name value: ${functions}) @callable
`;
}
