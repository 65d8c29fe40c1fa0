(comment) @comment

(package_clause (package_identifier) @package)

; A lone type keeps its keyword; in a group each type is its own span.
((type_declaration [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ]) @definition.type
  (#match? @definition.type "^type[ \t]+\\w"))
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_declaration [
  (type_spec name: (type_identifier) @name)
  (type_alias name: (type_identifier) @name)
] @definition.type)

(function_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @return_type
  body: (block)? @body) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @return_type
  body: (block)? @body) @definition.method
(method_elem
  name: (field_identifier) @name
  parameters: (parameter_list) @parameters
  result: (_)? @return_type) @definition.method

(field_declaration name: (field_identifier) @name) @definition.field
((source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant)) (#not-eq? @name "_"))
((source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable)) (#not-eq? @name "_"))
((source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
  (#not-eq? @name "_"))
(var_spec
  name: (identifier) @name
  value: (expression_list
    (func_literal
      parameters: (parameter_list) @parameters
      result: (_)? @return_type
      body: (block) @body))) @definition.function

(import_spec
  name: (package_identifier)? @alias
  path: [(interpreted_string_literal) (raw_string_literal)] @module) @reference.imports

(field_declaration !name type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (generic_type type: (qualified_type package: (_) @receiver name: (_) @name))
]) @reference.extends
(interface_type (type_elem . [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (_) @name)
  (generic_type type: (qualified_type package: (_) @receiver name: (_) @name))
] .) @reference.extends)

; `var _ Interface = (*Type)(nil)` states what Go otherwise leaves implicit.
((var_spec
  name: (identifier) @_blank
  type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (qualified_type package: (_) @receiver name: (_) @name)
  ]
  value: (expression_list [
    (call_expression function: (parenthesized_expression (unary_expression operand: (identifier) @owner)))
    (type_conversion_expression type: (parenthesized_type (pointer_type (generic_type) @owner)))
    (unary_expression operand: (composite_literal type: [(type_identifier) (generic_type)] @owner))
    (composite_literal type: [(type_identifier) (generic_type)] @owner)
  ])) @reference.implements
  (#eq? @_blank "_"))

(call_expression function: (identifier) @name) @reference.calls
(call_expression
  function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)) @reference.calls
(type_conversion_expression type: (generic_type type: (type_identifier) @name)) @reference.calls
(type_conversion_expression
  type: (generic_type type: (qualified_type package: (_) @receiver name: (_) @name))) @reference.calls

(parameter_declaration name: (identifier) @name type: (_) @type) @variable
(var_spec name: (identifier) @name type: (_) @type) @variable
(field_declaration name: (field_identifier) @name type: (_) @type) @variable
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . [
    (composite_literal type: (_) @type)
    (unary_expression operand: (composite_literal type: (_) @type))
  ])) @variable
(short_var_declaration
  left: (expression_list . (identifier) @name)
  right: (expression_list . (call_expression) @made .)) @variable
