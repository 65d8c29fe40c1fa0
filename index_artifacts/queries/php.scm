(comment) @comment

(namespace_definition name: (namespace_name) @package !body)
(namespace_definition name: (namespace_name) @name body: (_)) @namespace

(class_declaration
  attributes: (attribute_list (attribute_group)+ @annotation)?
  name: (name) @name
  body: (_) @body) @definition.class
(interface_declaration
  attributes: (attribute_list (attribute_group)+ @annotation)?
  name: (name) @name
  body: (_) @body) @definition.interface
(trait_declaration
  attributes: (attribute_list (attribute_group)+ @annotation)?
  name: (name) @name
  body: (_) @body) @definition.trait
(enum_declaration
  attributes: (attribute_list (attribute_group)+ @annotation)?
  name: (name) @name
  body: (_) @body) @definition.enum
(enum_case attributes: (attribute_list (attribute_group)+ @annotation)? name: (name) @name) @definition.field

(function_definition
  attributes: (attribute_list (attribute_group)+ @annotation)?
  name: (name) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type
  body: (_) @body) @definition.function
(method_declaration
  name: (name) @name
  (#eq? @name "__construct")) @definition.constructor
(method_declaration
  attributes: (attribute_list (attribute_group)+ @annotation)?
  name: (name) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type
  body: (_)? @body) @definition.method

(property_declaration
  attributes: (attribute_list (attribute_group)+ @annotation)?
  type: (_)? @return_type
  (property_element name: (variable_name (name) @name))
  (property_hook_list)? @body) @definition.field
(const_declaration (const_element . (name) @name)) @definition.constant
(expression_statement
  (function_call_expression
    function: (name) @maker
    arguments: (arguments . (argument (string (string_content) @name))))
  (#eq? @maker "define")) @definition.constant
(program
  (expression_statement
    (assignment_expression left: (variable_name (name) @name))) @definition.variable)

(namespace_use_declaration
  (namespace_use_clause . [(name) (qualified_name)] @module alias: (name)? @alias)) @reference.imports
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group
    (namespace_use_clause . [(name) (qualified_name)] @name alias: (name)? @alias))) @reference.imports
([
  (require_expression [
    (string (string_content) @module)
    (encapsed_string . (string_content) @module .)
    (parenthesized_expression [(string (string_content) @module) (encapsed_string . (string_content) @module .)])
    (binary_expression left: (name) right: (string (string_content) @module))
  ])
  (require_once_expression [
    (string (string_content) @module)
    (encapsed_string . (string_content) @module .)
    (parenthesized_expression [(string (string_content) @module) (encapsed_string . (string_content) @module .)])
    (binary_expression left: (name) right: (string (string_content) @module))
  ])
  (include_expression [
    (string (string_content) @module)
    (encapsed_string . (string_content) @module .)
    (parenthesized_expression [(string (string_content) @module) (encapsed_string . (string_content) @module .)])
    (binary_expression left: (name) right: (string (string_content) @module))
  ])
  (include_once_expression [
    (string (string_content) @module)
    (encapsed_string . (string_content) @module .)
    (parenthesized_expression [(string (string_content) @module) (encapsed_string . (string_content) @module .)])
    (binary_expression left: (name) right: (string (string_content) @module))
  ])
]) @reference.imports

; An interface extends its bases with the same clause as a class.
(base_clause [
  (name) @name
  (qualified_name prefix: (namespace_name) @receiver (name) @name)
  (qualified_name . "\\" . (name) @name)
] @reference.extends)
(class_interface_clause [
  (name) @name
  (qualified_name prefix: (namespace_name) @receiver (name) @name)
  (qualified_name . "\\" . (name) @name)
] @reference.implements)
(use_declaration [
  (name) @name
  (qualified_name prefix: (namespace_name) @receiver (name) @name)
  (qualified_name . "\\" . (name) @name)
] @reference.implements)

(function_call_expression
  function: [
    (name) @name
    (qualified_name prefix: (namespace_name) @receiver (name) @name)
    (qualified_name . "\\" . (name) @name)
    (relative_name (name) @name)
  ]) @reference.calls
(member_call_expression object: (_) @receiver name: (name) @name) @reference.calls
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name) @reference.calls
(scoped_call_expression scope: (_) @receiver name: (name) @name) @reference.calls
(object_creation_expression [
  (name) @name
  (qualified_name prefix: (namespace_name) @receiver (name) @name)
  (qualified_name . "\\" . (name) @name)
] (#not-eq? @name "self") (#not-eq? @name "static") (#not-eq? @name "parent")) @reference.calls

(simple_parameter type: (_) @type name: (variable_name) @name) @variable
(property_promotion_parameter type: (_) @type name: (variable_name) @name) @member
(property_declaration type: (_) @type (property_element (variable_name) @name)) @variable
(assignment_expression
  left: [(variable_name) (member_access_expression)] @name
  right: (object_creation_expression [(name) (qualified_name)] @type)) @variable
(assignment_expression left: (member_access_expression) @name right: (variable_name) @value) @variable
