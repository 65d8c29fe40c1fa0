[(comment) (documentation_comment)] @comment
(program (annotation) @attribute)
(class_body (annotation) @attribute)
(extension_body (annotation) @attribute)
(enum_body (annotation) @attribute)

(library_name (dotted_identifier_list) @package)
(part_of_directive (dotted_identifier_list) @package)
(extension_declaration class: (type_identifier) @name) @scope

(class_definition
  (annotation)* @annotation
  name: (identifier) @name
  body: (_) @body) @definition.class
(class_definition (annotation)* @annotation (mixin_application_class . (identifier) @name)) @definition.class
(extension_type_declaration
  (annotation)* @annotation
  name: (identifier) @name
  (representation_declaration) @parameters
  body: (_)? @body) @definition.class
(representation_declaration name: (identifier) @name) @definition.field
(mixin_declaration (annotation)* @annotation (identifier) @name (class_body) @body) @definition.trait
(enum_declaration
  (annotation)* @annotation
  name: (identifier) @name
  body: (_) @body) @definition.enum
(enum_constant (annotation)* @annotation name: (identifier) @name) @definition.field
(type_alias "typedef" . (type_identifier) @name . (type_parameters)? . "=") @definition.type
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list) @parameters) @definition.type

; A body is no part of what it belongs to, but stands after it.
(program
  (function_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    name: (identifier) @name
    (formal_parameter_list) @parameters) @definition.function
  . (function_body)? @body)
(program
  (getter_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    name: (identifier) @name) @definition.function
  . (function_body)? @body)
(program
  (setter_signature name: (identifier) @name (formal_parameter_list) @parameters) @definition.function
  . (function_body)? @body)
(local_function_declaration
  (lambda_expression
    (function_signature
      [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
      name: (identifier) @name
      (formal_parameter_list) @parameters)
    (function_body) @body)) @definition.function
([
  (method_signature (function_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    name: (identifier) @name
    (formal_parameter_list) @parameters))
  (method_signature (getter_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    name: (identifier) @name))
  (method_signature (setter_signature name: (identifier) @name (formal_parameter_list) @parameters))
  (method_signature (operator_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    "operator"
    . _ @name
    (formal_parameter_list) @parameters))
] @definition.method
  . (function_body) @body)
(declaration [
  (function_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    name: (identifier) @name
    (formal_parameter_list) @parameters)
  (getter_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    name: (identifier) @name)
  (setter_signature name: (identifier) @name (formal_parameter_list) @parameters)
  (operator_signature
    [(type_identifier) (type_arguments) (nullable_type) (void_type) (function_type) (record_type)]* @return_type
    "operator"
    . _ @name
    (formal_parameter_list) @parameters)
]) @definition.method
((method_signature [
    (constructor_signature . (identifier) @name . (formal_parameter_list) @parameters)
    (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list) @parameters)
    (factory_constructor_signature "factory" . (identifier) @name . (formal_parameter_list) @parameters)
  ] (initializers)? @body) @definition.constructor
  . (function_body) @body)
(declaration [
  (constructor_signature . (identifier) @name . (formal_parameter_list) @parameters)
  (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list) @parameters)
  (factory_constructor_signature "factory" . (identifier) @name . (formal_parameter_list) @parameters)
  (redirecting_factory_constructor_signature
    "factory"
    . (identifier) @name
    . (formal_parameter_list) @parameters)
] [(initializers) (redirection)]? @body) @definition.constructor
((method_signature [
    (constructor_signature . (identifier) . (identifier) @name . (formal_parameter_list) @parameters)
    (constant_constructor_signature (const_builtin) . (identifier) . (identifier) @name . (formal_parameter_list) @parameters)
    (factory_constructor_signature "factory" . (identifier) . (identifier) @name . (formal_parameter_list) @parameters)
  ] (initializers)? @body) @definition.constructor
  . (function_body) @body)
(declaration [
  (constructor_signature . (identifier) . (identifier) @name . (formal_parameter_list) @parameters)
  (constant_constructor_signature (const_builtin) . (identifier) . (identifier) @name . (formal_parameter_list) @parameters)
  (factory_constructor_signature "factory" . (identifier) . (identifier) @name . (formal_parameter_list) @parameters)
  (redirecting_factory_constructor_signature
    "factory"
    . (identifier) . (identifier) @name
    . (formal_parameter_list) @parameters)
] [(initializers) (redirection)]? @body) @definition.constructor
(initialized_identifier
  . (identifier) @name
  (function_expression parameters: (_) @parameters body: (_) @body)) @definition.function
(static_final_declaration
  . (identifier) @name
  (function_expression parameters: (_) @parameters body: (_) @body)) @definition.function
(initialized_variable_definition
  name: (identifier) @name
  value: (function_expression parameters: (_) @parameters body: (_) @body)) @definition.function

(declaration
  (const_builtin)
  (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.constant
(declaration
  (final_builtin)
  (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(program
  (const_builtin)
  . ["." (type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)]*
  . (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program
  (final_builtin)
  . ["." (type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)]*
  . (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.variable))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

((import_specification (configurable_uri (uri) @module) ("as" . (identifier) @alias)?) @reference.imports
  (#not-match? @reference.imports "^import\\s+['\"][^'\"]*['\"]\\s+show\\s"))
(import_specification (uri) @module "deferred" (identifier) @alias) @reference.imports
(configuration_uri (uri) @module) @reference.imports
(import_specification
  (configurable_uri (uri) @module)
  . (combinator "show" (identifier) @name)) @reference.imports
(library_export (configurable_uri (uri) @module)) @reference.imports
(part_directive (uri) @module) @reference.imports
(part_of_directive (uri) @module) @reference.imports
(superclass "extends" . (type_identifier) @name . [(type_arguments) (mixins)]) @reference.extends
(superclass "extends" . (type_identifier) @name .) @reference.extends
(superclass "extends" . (type_identifier) @receiver . "." . (type_identifier) @name) @reference.extends
(mixins ["with" ","] . (type_identifier) @name . ["," (type_arguments)]) @reference.extends
(mixins ["with" ","] . (type_identifier) @name .) @reference.extends
(mixins ["with" ","] . (type_identifier) @receiver . "." . (type_identifier) @name) @reference.extends
(mixin_declaration ["on" ","] . (type_identifier) @name . ["," (type_arguments) (interfaces) (class_body)]) @reference.extends
(mixin_declaration ["on" ","] . (type_identifier) @receiver . "." . (type_identifier) @name) @reference.extends
(interfaces ["implements" ","] . (type_identifier) @name . ["," (type_arguments)]) @reference.implements
(interfaces ["implements" ","] . (type_identifier) @name .) @reference.implements
(interfaces ["implements" ","] . (type_identifier) @receiver . "." . (type_identifier) @name) @reference.implements
(mixin_application . (type_identifier) @name . [(type_arguments) (mixins)]) @reference.extends
(mixin_application . (type_identifier) @receiver . "." . (type_identifier) @name) @reference.extends

; What is called, its receiver and its arguments are siblings.
((identifier) @name @reference.calls . (selector (argument_part)))
([(identifier) (this) (string_literal) (list_literal) (set_or_map_literal) (parenthesized_expression)] @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
((identifier) @receiver
  . (selector (type_arguments))
  . (selector (unconditional_assignable_selector (identifier) @name) @reference.calls)
  . (selector (argument_part)))
([(identifier) (this)] @receiver
  . (selector (unconditional_assignable_selector (identifier))) @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
((selector) @receiver
  . (selector (unconditional_assignable_selector (identifier))) @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
((selector [(argument_part) (unconditional_assignable_selector (index_selector))]) @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
([
    (identifier)
    (this)
    (selector [(argument_part) (unconditional_assignable_selector (index_selector))])
  ] @receiver
  . (selector "!") @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
([(identifier) (this)] @receiver
  . (selector (unconditional_assignable_selector (identifier))) @receiver
  . (selector "!") @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
((selector)
  . (selector (unconditional_assignable_selector (identifier))) @receiver
  . (selector "!") @receiver
  . (selector [
      (unconditional_assignable_selector (identifier) @name)
      (conditional_assignable_selector (identifier) @name)
    ] @reference.calls)
  . (selector (argument_part)))
((super) @receiver
  . (unconditional_assignable_selector (identifier) @name) @reference.calls
  . (selector (argument_part)))
([(identifier) (this)] @receiver
  . (cascade_section)*
  . (cascade_section (cascade_selector (identifier) @name) . (argument_part)) @reference.calls)
([(selector) (super) (const_object_expression) (new_expression) (parenthesized_expression)]
  . (cascade_section)*
  . (cascade_section ".." @receiver (cascade_selector (identifier) @name) . (argument_part)) @reference.calls)
(new_expression . (type_identifier) @name . (type_arguments)? . (arguments)) @reference.calls
(new_expression
  . (type_identifier) @receiver
  . (type_arguments)?
  . [(identifier) (type_identifier)] @name
  . (arguments)) @reference.calls
(const_object_expression (const_builtin) . (type_identifier) @name . (type_arguments)? . (arguments)) @reference.calls
(const_object_expression
  (const_builtin)
  . (type_identifier) @receiver
  . (type_arguments)?
  . [(identifier) (type_identifier)] @name
  . (arguments)) @reference.calls
(new_expression
  . (type_identifier) @receiver
  . "."
  . (type_identifier) @receiver
  . (type_arguments)?
  . (identifier) @name
  . (arguments)) @reference.calls
(const_object_expression
  (const_builtin)
  . (type_identifier) @receiver
  . "."
  . (type_identifier) @receiver
  . (type_arguments)?
  . (identifier) @name
  . (arguments)) @reference.calls
(constructor_invocation . (type_identifier) @receiver (identifier) @name . (arguments)) @reference.calls

(formal_parameter
  (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . name: (identifier) @name) @variable
(formal_parameter
  (type_identifier) @type
  . "."
  . (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . name: (identifier) @name) @variable
(initialized_variable_definition
  (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . name: (identifier) @name
  (initialized_identifier . (identifier) @name)*) @variable
(initialized_variable_definition
  (type_identifier) @type
  . "."
  . (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . name: (identifier) @name) @variable
(for_loop_parts
  (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . name: (identifier) @name) @variable
(try_statement
  "on"
  . (type_identifier) @type
  . (catch_clause (catch_parameters . (identifier) @name))) @variable
(variable_pattern (type_identifier) @type . [(type_arguments) (nullable_type)]* . (identifier) @name) @variable
(declaration
  (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . [
    (initialized_identifier_list (initialized_identifier . (identifier) @name))
    (static_final_declaration_list (static_final_declaration . (identifier) @name))
  ]) @variable
(declaration
  (type_identifier) @type
  . "."
  . (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . (initialized_identifier_list (initialized_identifier . (identifier) @name))) @variable
(program
  (type_identifier) @type
  . [(type_arguments) (nullable_type)]*
  . [
    (initialized_identifier_list (initialized_identifier . (identifier) @name))
    (static_final_declaration_list (static_final_declaration . (identifier) @name))
  ] @variable)
(representation_declaration (type_identifier) @type . (type_arguments)? . name: (identifier) @name) @variable
(getter_signature (type_identifier) @type . [(type_arguments) (nullable_type)]* . "get" . name: (identifier) @name) @member
; What a constructor makes.
((initialized_variable_definition
  name: (identifier) @name
  . "="
  . value: (identifier) @type
  . value: (selector (argument_part)) .) @variable
  (#match? @type "^_*[A-Z]"))
((initialized_variable_definition
  name: (identifier) @name
  . "="
  . value: (identifier) @type
  . value: (selector (argument_part))
  . ",") @variable
  (#match? @type "^_*[A-Z]"))
((initialized_variable_definition
  name: (identifier) @name
  . "="
  . value: (identifier) @type
  . value: (selector (unconditional_assignable_selector (identifier) @type @_class))
  . value: (selector (argument_part)) .) @variable
  (#match? @_class "^_*[A-Z]"))
([
  (initialized_identifier . (identifier) @name . "=" . (identifier) @type . (selector (argument_part)) .)
  (static_final_declaration . (identifier) @name . "=" . (identifier) @type . (selector (argument_part)) .)
] @variable
  (#match? @type "^_*[A-Z]"))
([
  (initialized_identifier
    . (identifier) @name
    . "="
    . (identifier) @type
    . (selector (unconditional_assignable_selector (identifier) @type @_class))
    . (selector (argument_part)) .)
  (static_final_declaration
    . (identifier) @name
    . "="
    . (identifier) @type
    . (selector (unconditional_assignable_selector (identifier) @type @_class))
    . (selector (argument_part)) .)
] @variable
  (#match? @_class "^_*[A-Z]"))
((initialized_variable_definition
  name: (identifier) @name
  . "="
  . value: [
    (new_expression . "new" . (type_identifier) @type)
    (const_object_expression . (const_builtin) . (type_identifier) @type)
  ]) @variable
  (#match? @type "^_*[A-Z]"))

(formal_parameter name: (identifier) @name) @local
(initialized_variable_definition name: (identifier) @name) @local
