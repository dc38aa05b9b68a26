export const css = `
(rule_set (selectors) @name) @scope
(media_statement) @scope
(supports_statement) @scope
(keyframes_statement) @callable
(at_rule) @scope
`;
