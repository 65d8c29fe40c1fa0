[(comment) (multiline_comment)] @comment

(class_declaration
  (modifiers (attribute)* @annotation)?
  declaration_kind: ["class" "actor"]
  name: (type_identifier) @name
  body: (class_body) @body) @definition.class
(class_declaration
  (modifiers (attribute)* @annotation)?
  declaration_kind: "struct"
  name: (type_identifier) @name
  body: (class_body) @body) @definition.struct
(class_declaration
  (modifiers (attribute)* @annotation)?
  declaration_kind: "enum"
  name: (type_identifier) @name
  body: (enum_class_body) @body) @definition.enum
(protocol_declaration
  (modifiers (attribute)* @annotation)?
  name: (type_identifier) @name
  body: (protocol_body) @body) @definition.interface
(class_declaration declaration_kind: "extension" name: (user_type) @name) @scope
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration
  (modifiers (attribute)* @annotation)?
  name: [
    (simple_identifier)
    (custom_operator)
    "+" "-" "*" "/" "%" "<" ">" "<=" ">=" "==" "!=" "===" "!==" "+=" "-=" "*=" "/=" "%=" "++" "--" "|" "&" "^" "~" "<<" ">>" "!"
  ] @name
  (parameter)* @parameters
  name: [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type) (existential_type)]? @return_type
  body: (function_body)? @body) @definition.function
(protocol_function_declaration
  name: (simple_identifier) @name
  (parameter)* @parameters
  name: (_)? @return_type) @definition.method
(init_declaration
  (modifiers (attribute)* @annotation)?
  name: "init" @name
  (parameter)* @parameters
  body: (function_body)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (function_body) @body) @definition.method
(subscript_declaration
  "subscript" @name
  (parameter)* @parameters
  (computed_property) @body) @definition.method
(macro_declaration (simple_identifier) @name (parameter)* @parameters definition: (_)? @body) @definition.macro
(operator_declaration (custom_operator) @name) @definition.function

([
  (class_body (property_declaration
    (modifiers (attribute)* @annotation)?
    name: (pattern bound_identifier: (simple_identifier) @name)
    computed_value: (_)? @body) @definition.property)
  (enum_class_body (property_declaration
    (modifiers (attribute)* @annotation)?
    name: (pattern bound_identifier: (simple_identifier) @name)
    computed_value: (_)? @body) @definition.property)
  (source_file (property_declaration
    (modifiers (attribute)* @annotation)?
    name: (pattern bound_identifier: (simple_identifier) @name)
    computed_value: (_)? @body) @definition.variable)
])
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (lambda_literal) @body) @definition.function
(enum_entry name: (simple_identifier) @name) @definition.field

(import_declaration (identifier) @module) @reference.imports

(class_declaration
  declaration_kind: ["class" "actor" "struct" "enum"]
  (inheritance_specifier inherits_from: (user_type . (type_identifier) @name .) @reference.extends))
(class_declaration
  declaration_kind: ["class" "actor" "struct" "enum"]
  (inheritance_specifier
    inherits_from: (user_type . (type_identifier) @receiver . (type_identifier) @name .) @reference.extends))
(protocol_declaration (inheritance_specifier inherits_from: (user_type . (type_identifier) @name .) @reference.extends))
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @owner
  (inheritance_specifier inherits_from: (user_type . (type_identifier) @name .) @reference.implements))
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @owner
  (inheritance_specifier
    inherits_from: (user_type . (type_identifier) @receiver . (type_identifier) @name .) @reference.implements))

; Square brackets make a subscript.
(call_expression
  . (simple_identifier) @name
  [(call_suffix (value_arguments "(")) (call_suffix (lambda_literal))]) @reference.calls
(call_expression
  . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))
  [(call_suffix (value_arguments "(")) (call_suffix (lambda_literal))]) @reference.calls

(parameter name: (simple_identifier) @name [(user_type) (optional_type)] @type) @variable
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation [(user_type) (optional_type)] @type)) @variable
((property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (call_expression . (simple_identifier) @type (call_suffix))) @variable
  (#match? @type "^[A-Z]"))
