[(line_comment) (multiline_comment)] @comment

; The grammar takes annotations with arguments before a declaration in the file itself for an expression.
(prefix_expression (annotation) (parenthesized_expression) .) @attribute
(source_file (prefix_expression (annotation) @attribute (prefix_expression (annotation) (parenthesized_expression) .)))
(source_file (prefix_expression
  (annotation) @attribute
  (prefix_expression (annotation) @attribute (prefix_expression (annotation) (parenthesized_expression) .))))

(package_header (identifier) @package)

(class_declaration
  . (modifiers)? . "class" . (type_identifier) @name
  (class_body)? @body) @definition.class
(class_declaration
  "interface" . (type_identifier) @name
  (class_body)? @body) @definition.interface
(class_declaration
  "enum" . "class" . (type_identifier) @name
  (enum_class_body)? @body) @definition.enum
(class_declaration (modifiers (annotation) @annotation) (type_identifier) @name) @definition.class
; The grammar takes a class without modifiers under two annotations for an expression.
(prefix_expression
  (annotation) @annotation
  (prefix_expression
    (annotation) @annotation
    (infix_expression . (simple_identifier) @keyword . (simple_identifier) @name . (lambda_literal) @body .))
  (#eq? @keyword "class")) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (modifiers (annotation) @annotation) (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name (class_body)? @body) @definition.class
(enum_entry (simple_identifier) @name) @definition.field
(enum_entry (modifiers (annotation) @annotation) (simple_identifier) @name) @definition.field
(type_alias (type_identifier) @name) @definition.type

(function_declaration
  receiver: (receiver_type [(user_type) @owner (nullable_type (user_type) @owner)])?
  (simple_identifier) @name
  (function_value_parameters) @parameters
  .
  [(user_type) (nullable_type) (function_type) (parenthesized_type)]? @return_type
  (function_body)? @body) @definition.function
(function_declaration (modifiers (annotation) @annotation) (simple_identifier) @name) @definition.function
(secondary_constructor
  (function_value_parameters) @parameters
  (constructor_delegation_call)? @body
  (statements)? @body) @definition.constructor
(secondary_constructor (modifiers (annotation) @annotation)) @definition.constructor

(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
([
  (class_body (property_declaration
    (modifiers (property_modifier))
    (variable_declaration (simple_identifier) @name)) @definition.constant)
  (source_file (property_declaration
    (modifiers (property_modifier))
    (variable_declaration (simple_identifier) @name)) @definition.constant)
])
([
  (class_body (property_declaration
    receiver: (receiver_type [(user_type) @owner (nullable_type (user_type) @owner)])?
    (variable_declaration (simple_identifier) @name)) @definition.property)
  (enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
  (source_file (property_declaration
    receiver: (receiver_type [(user_type) @owner (nullable_type (user_type) @owner)])?
    (variable_declaration (simple_identifier) @name)) @definition.variable)
])
(property_declaration
  (modifiers (annotation) @annotation)
  (variable_declaration (simple_identifier) @name)) @definition.property

(import_header (identifier) @module (import_alias (type_identifier) @alias)?) @reference.imports

(delegation_specifier [
  (user_type (type_identifier) @name . (type_arguments)? .)
  (constructor_invocation (user_type (type_identifier) @name . (type_arguments)? .))
  (explicit_delegation (user_type (type_identifier) @name . (type_arguments)? .))
]) @reference.extends

(call_expression . (simple_identifier) @name) @reference.calls
(call_expression
  .
  (navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @name))) @reference.calls

(parameter (simple_identifier) @name . [(user_type) (nullable_type)] @type) @variable
(class_parameter (simple_identifier) @name . [(user_type) (nullable_type)] @type) @variable
(variable_declaration (simple_identifier) @name . [(user_type) (nullable_type)] @type) @variable
((property_declaration
  (variable_declaration (simple_identifier) @name .)
  (call_expression . (simple_identifier) @type (call_suffix))) @variable
  (#match? @type "^[A-Z]"))
