(comment) @comment

(object_type_definition (description)? @doc (name) @name (fields_definition)? @body) @definition.class
(interface_type_definition (description)? @doc (name) @name (fields_definition)? @body) @definition.interface
(input_object_type_definition (description)? @doc (name) @name (input_fields_definition)? @body) @definition.struct
(enum_type_definition (description)? @doc (name) @name (enum_values_definition)? @body) @definition.enum
(union_type_definition (description)? @doc (name) @name) @definition.type
(scalar_type_definition (description)? @doc (name) @name) @definition.type
(directive_definition (description)? @doc (name) @name (arguments_definition)? @parameters) @definition.function
(type_extension (_ (name) @name) @scope)

(field_definition
  (description)? @doc
  (name) @name
  (arguments_definition)? @parameters
  (type) @return_type) @definition.field
(input_fields_definition (input_value_definition (description)? @doc (name) @name (type) @return_type) @definition.field)
(enum_value_definition (description)? @doc (enum_value (name) @name)) @definition.field

(operation_definition (name) @name (variable_definitions)? @parameters (selection_set) @body) @definition.function
(fragment_definition (fragment_name (name) @name) (selection_set) @body) @definition.function

(implements_interfaces (named_type (name) @name)) @reference.implements
(type (named_type (name) @name)) @reference.calls
(non_null_type (named_type (name) @name)) @reference.calls
(union_member_types (named_type (name) @name)) @reference.calls
(type_condition (named_type (name) @name)) @reference.calls
(root_operation_type_definition (named_type (name) @name)) @reference.calls
(fragment_spread (fragment_name (name) @name)) @reference.calls
(directive (name) @name) @reference.calls
