(comment) @comment

(namespace_declaration name: (_) @name) @namespace
(file_scoped_namespace_declaration name: (_) @package)

(class_declaration (attribute_list)* @annotation name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration (attribute_list)* @annotation name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration (attribute_list)* @annotation name: (identifier) @name body: (_)? @body) @definition.struct
(interface_declaration (attribute_list)* @annotation name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration (attribute_list)* @annotation name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration (attribute_list)* @annotation name: (identifier) @name) @definition.field
(class_declaration
  (preproc_if_in_attribute_list (attribute_list) @annotation)
  name: (identifier) @name) @definition.class
(struct_declaration
  (preproc_if_in_attribute_list (attribute_list) @annotation)
  name: (identifier) @name) @definition.struct
(method_declaration
  (preproc_if_in_attribute_list (attribute_list) @annotation)
  name: (identifier) @name) @definition.method
(delegate_declaration
  (attribute_list)* @annotation
  type: (_) @return_type
  name: (identifier) @name
  parameters: (parameter_list) @parameters) @definition.type

(method_declaration
  (attribute_list)* @annotation
  returns: (_) @return_type
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(constructor_declaration
  (attribute_list)* @annotation
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  (constructor_initializer)? @body
  body: (_)? @body) @definition.constructor
(destructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(operator_declaration
  (attribute_list)* @annotation
  type: (_) @return_type
  operator: _ @name
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
(conversion_operator_declaration
  (attribute_list)* @annotation
  type: (_) @name @return_type
  parameters: (parameter_list) @parameters
  body: (_)? @body) @definition.method
; Around #if, the grammar takes `else if (...) {` for a function.
(local_function_statement
  type: (_) @return_type
  name: (identifier) @name
  parameters: (parameter_list) @parameters
  body: (_)? @body
  (#not-eq? @name "if")) @definition.function

(property_declaration
  (attribute_list)* @annotation
  type: (_) @return_type
  name: (identifier) @name
  [(accessor_list) (arrow_expression_clause)]? @body) @definition.property
(indexer_declaration
  (attribute_list)* @annotation
  type: (_) @return_type
  "this" @name
  parameters: (bracketed_parameter_list) @parameters
  [(accessor_list) (arrow_expression_clause)]? @body) @definition.property
(event_declaration
  (attribute_list)* @annotation
  type: (_) @return_type
  name: (identifier) @name
  accessors: (accessor_list)? @body) @definition.property
(event_field_declaration
  (attribute_list)* @annotation
  (variable_declaration type: (_) @return_type (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
(field_declaration
  (attribute_list)* @annotation
  (variable_declaration type: (_) @return_type (variable_declarator name: (identifier) @name))) @definition.field
(global_statement
  (local_declaration_statement
    (variable_declaration (variable_declarator name: (identifier) @name)))) @definition.variable

(using_directive !name (_) @module) @reference.imports
(using_directive name: (identifier) @alias (_) @module) @reference.imports

(base_list [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: (generic_name . (identifier) @name))
  (primary_constructor_base_type type: (identifier) @name)
  (primary_constructor_base_type type: (generic_name . (identifier) @name))
] @reference.extends)

(invocation_expression
  function: [
    (identifier) @name
    (generic_name . (identifier) @name)
    (member_access_expression
      expression: (_) @receiver
      name: [
        (identifier) @name
        (generic_name . (identifier) @name)
      ])
    (conditional_access_expression
      condition: (_) @receiver
      (member_binding_expression
        name: [
          (identifier) @name
          (generic_name . (identifier) @name)
        ]))
  ]) @reference.calls
(object_creation_expression
  type: [
    (identifier) @name
    (generic_name . (identifier) @name)
    (qualified_name qualifier: (_) @receiver name: (identifier) @name)
    (qualified_name qualifier: (_) @receiver name: (generic_name . (identifier) @name))
  ]) @reference.calls

(parameter type: (_) @type name: (identifier) @name) @variable
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @name)) @variable
(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @name (object_creation_expression type: (_) @type))) @variable
(property_declaration type: (_) @type name: (identifier) @name) @variable
(foreach_statement type: (_) @type left: (identifier) @name) @variable
(declaration_pattern type: (_) @type name: (_) @name) @variable
(catch_declaration type: (_) @type name: (identifier) @name) @variable
