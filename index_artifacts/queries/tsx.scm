([
  (jsx_opening_element name: (identifier) @name)
  (jsx_self_closing_element name: (identifier) @name)
] @reference.calls
  (#match? @name "^[A-Z]"))
([
  (jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @name))
  (jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @name))
] @reference.calls)
