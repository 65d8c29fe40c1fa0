(class_interface . (identifier) @name !category [(property_declaration) (method_declaration)]? @body) @definition.class
(class_interface . (identifier) @name category: (identifier)) @scope
(class_implementation . (identifier) @name !category [(instance_variables) (implementation_definition)]? @body) @definition.class
(class_implementation . (identifier) @name category: (identifier)) @scope
(protocol_declaration . (identifier) @name (qualified_protocol_interface_declaration)? @body) @definition.interface

; A method is called by the parts of its selector, of which the first is its name.
(method_declaration
  (method_type) @return_type
  . (identifier) @name
  (method_parameter)* @parameters) @definition.method
(method_definition
  (method_type) @return_type
  . (identifier) @name
  (method_parameter)* @parameters
  (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
]))) @definition.property
(instance_variable (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
]))) @definition.field

(module_import path: (_) @module) @reference.imports

(class_interface . (identifier) superclass: (identifier) @name) @reference.extends
(class_interface
  superclass: (identifier)
  . (parameterized_arguments (type_name (type_identifier) @name))) @reference.implements
(class_interface
  . (identifier) @owner
  category: (identifier)
  (parameterized_arguments (type_name (type_identifier) @name))) @reference.implements
(protocol_declaration (protocol_reference_list (identifier) @name)) @reference.extends

(message_expression receiver: (_) @receiver . method: (identifier) @name) @reference.calls

(method_parameter (method_type (type_name) @type) (identifier) @name) @variable
(property_declaration (struct_declaration
  . (type_identifier) @type
  (struct_declarator (pointer_declarator declarator: (identifier) @name)))) @variable
(declaration type: (type_identifier) @type declarator: [
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
]) @variable
