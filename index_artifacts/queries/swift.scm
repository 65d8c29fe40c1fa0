[(comment) (multiline_comment)] @comment

(class_declaration
  (modifiers (attribute) @annotation)?
  declaration_kind: ["class" "actor"]
  name: (type_identifier) @name
  body: (class_body) @body) @definition.class
(class_declaration
  (modifiers (attribute) @annotation)?
  declaration_kind: "struct"
  name: (type_identifier) @name
  body: (class_body) @body) @definition.struct
(class_declaration
  (modifiers (attribute) @annotation)?
  declaration_kind: "enum"
  name: (type_identifier) @name
  body: (enum_class_body) @body) @definition.enum
(protocol_declaration
  (modifiers (attribute) @annotation)?
  name: (type_identifier) @name
  body: (protocol_body) @body) @definition.interface
(class_declaration declaration_kind: "extension" name: (user_type) @name) @scope
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration
  (modifiers (attribute) @annotation)?
  "func"
  . _ @name
  "(" @parameters
  ")" @parameters
  ("->" . (_) @return_type)?
  body: (function_body) @body) @definition.function
(protocol_function_declaration
  (modifiers (attribute) @annotation)?
  "func"
  . _ @name
  "(" @parameters
  ")" @parameters
  ("->" . (_) @return_type)?) @definition.function
(init_declaration
  (modifiers (attribute) @annotation)?
  name: "init" @name
  "(" @parameters
  ")" @parameters
  body: (function_body)? @body) @definition.constructor
(deinit_declaration
  (modifiers (attribute) @annotation)?
  "deinit" @name
  body: (function_body) @body) @definition.method
(subscript_declaration
  (modifiers (attribute) @annotation)?
  "subscript" @name
  "(" @parameters
  ")" @parameters
  ("->" . (_) @return_type)?
  (computed_property) @body) @definition.method
(macro_declaration
  (modifiers (attribute) @annotation)?
  "macro"
  . (simple_identifier) @name
  "(" @parameters
  ")" @parameters
  ("->" . (_) @return_type)?
  definition: (_)? @body) @definition.macro

(operator_declaration (custom_operator) @name) @definition.function

(property_declaration
  (pattern bound_identifier: (simple_identifier) @name)
  value: (lambda_literal
    type: (lambda_function_type
      (lambda_function_type_parameters)? @parameters
      ("->" . (_) @return_type)?)?) @body) @definition.function
([
  (class_body (property_declaration
    (modifiers (attribute) @annotation)?
    (pattern [
      bound_identifier: (simple_identifier) @name
      (pattern (simple_identifier) @name)
    ])
    [(computed_property) (willset_didset_block)]? @body) @definition.property)
  (enum_class_body (property_declaration
    (modifiers (attribute) @annotation)?
    (pattern bound_identifier: (simple_identifier) @name)
    [(computed_property) (willset_didset_block)]? @body) @definition.property)
  (protocol_body (protocol_property_declaration
    (modifiers (attribute) @annotation)?
    (pattern bound_identifier: (simple_identifier) @name)
    (protocol_property_requirements) @body) @definition.property)
  (source_file (property_declaration
    (modifiers (attribute) @annotation)?
    (pattern [
      bound_identifier: (simple_identifier) @name
      (pattern (simple_identifier) @name)
    ])
    [(computed_property) (willset_didset_block)]? @body) @definition.variable)
])
(enum_entry (modifiers (attribute) @annotation)? name: (simple_identifier) @name) @definition.field
(enum_entry name: (simple_identifier) @name . (enum_type_parameters) @parameters) @definition.field

((import_declaration "import" . (identifier) @module) @reference.imports
  (#not-match? @reference.imports "import\\s+(struct|class|enum|protocol|typealias|func|let|var)\\s"))
(import_declaration
  ["struct" "class" "enum" "protocol" "typealias" "func" "let" "var"]
  . (identifier
    . ((simple_identifier) @module . ".")+
    . (simple_identifier) @name
    .)) @reference.imports

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

; What has type arguments.
(class_declaration
  declaration_kind: ["class" "actor" "struct" "enum"]
  (inheritance_specifier
    inherits_from: (user_type . (type_identifier) @name . (type_arguments) .) @reference.extends))
(class_declaration
  declaration_kind: ["class" "actor" "struct" "enum"]
  (inheritance_specifier
    inherits_from: (user_type
      . (type_identifier) @receiver
      . (type_identifier) @name
      . (type_arguments) .) @reference.extends))
(protocol_declaration
  (inheritance_specifier inherits_from: (user_type . (type_identifier) @name . (type_arguments) .) @reference.extends))
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @owner
  (inheritance_specifier inherits_from: (user_type . (type_identifier) @name . (type_arguments) .) @reference.implements))
(constructor_expression
  constructed_type: (user_type . (type_identifier) @name . (type_arguments)? .)) @reference.calls
(constructor_expression
  constructed_type: (user_type
    . (type_identifier) @receiver
    . (type_identifier) @name
    . (type_arguments)? .)) @reference.calls
(macro_invocation . (simple_identifier) @name) @reference.calls
(call_expression
  . (prefix_expression . "." @receiver target: (simple_identifier) @name)
  (call_suffix [(value_arguments "(") (lambda_literal)])) @reference.calls

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
