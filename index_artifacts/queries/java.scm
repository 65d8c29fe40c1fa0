[(line_comment) (block_comment)] @comment

(package_declaration [(identifier) (scoped_identifier)] @package)

(class_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  body: (class_body) @body) @definition.class
(record_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (class_body) @body) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(record_declaration
  parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @definition.field))
(interface_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  body: (interface_body) @body) @definition.interface
(annotation_type_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  body: (annotation_type_body) @body) @definition.interface
(enum_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  body: (enum_body) @body) @definition.enum

(method_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  type: (_) @return_type
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (block)? @body) @definition.method
(annotation_type_element_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  type: (_) @return_type
  name: (identifier) @name) @definition.method
(constructor_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (constructor_body) @body) @definition.constructor
(compact_constructor_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  body: (block) @body) @definition.constructor

(field_declaration
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(enum_constant
  (modifiers [(annotation) (marker_annotation)]* @annotation)?
  name: (identifier) @name
  body: (class_body)? @body) @definition.field

(import_declaration (scoped_identifier scope: (_) @module name: (identifier) @name) .) @reference.imports
(import_declaration (identifier) @name .) @reference.imports
(import_declaration [(identifier) (scoped_identifier)] @module (asterisk)) @reference.imports

(superclass [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.extends
(extends_interfaces (type_list [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))
])) @reference.extends
(super_interfaces (type_list [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))
])) @reference.implements

(method_invocation object: (_)? @receiver name: (identifier) @name) @reference.calls
(method_reference . (_) @receiver (identifier) @name .) @reference.calls
(object_creation_expression type: [
  (type_identifier) @name
  (generic_type . (type_identifier) @name)
  (scoped_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))
]) @reference.calls

(formal_parameter type: (_) @type name: (identifier) @name) @variable
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @variable
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @variable
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: (object_creation_expression type: (_) @type))) @variable
(enhanced_for_statement type: (_) @type name: (identifier) @name) @variable
(resource type: (_) @type name: (identifier) @name) @variable
(catch_formal_parameter (catch_type . (_) @type .) name: (identifier) @name) @variable
(instanceof_expression right: (_) @type name: (identifier) @name) @variable
(local_variable_declaration
  type: (type_identifier) @_var
  declarator: (variable_declarator name: (identifier) @name value: (method_invocation) @made)
  (#eq? @_var "var")) @variable
