[(comment) (block_comment)] @comment

(compilation_unit
  . [(comment) (block_comment) (using_directive)]*
  . (package_clause name: (_) @package !body)
  . [(comment) (block_comment) (package_clause name: (_) @package !body)]*)
(package_clause name: (_) @name body: (_)) @namespace
(extension_definition
  parameters: (parameters (parameter type: [
    (type_identifier)
    (generic_type)
    (stable_type_identifier)
  ] @name))) @scope

(package_object name: (_) @name body: (_)? @body) @definition.module
(class_definition
  (annotation)* @annotation
  name: (_) @name
  (class_parameters)? @parameters
  body: (_)? @body) @definition.class
(object_definition (annotation)* @annotation name: (_) @name body: (_)? @body) @definition.class
(trait_definition
  (annotation)* @annotation
  name: (_) @name
  (class_parameters)? @parameters
  body: (_)? @body) @definition.trait
(enum_definition
  (annotation)* @annotation
  name: (_) @name
  (class_parameters)? @parameters
  body: (_)? @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.field
(full_enum_case name: (_) @name class_parameters: (class_parameters) @parameters) @definition.field
(compilation_unit (type_definition (annotation)* @annotation name: (_) @name) @definition.type)
(template_body (type_definition (annotation)* @annotation name: (_) @name) @definition.type)
(with_template_body (type_definition (annotation)* @annotation name: (_) @name) @definition.type)
(enum_body (type_definition (annotation)* @annotation name: (_) @name) @definition.type)

; A given with a body is an object, without one a value; one without a name goes by its type.
(given_definition
  (annotation)* @annotation
  name: (_) @name
  (parameters)? @parameters
  body: (with_template_body) @body) @definition.class
(given_definition !name return_type: (_) @name body: (with_template_body) @body) @definition.class
([
  (template_body (given_definition
    (annotation)* @annotation
    name: (_) @name
    (parameters)? @parameters
    return_type: (_) @return_type
    body: (_)? @body) @definition.property)
  (enum_body (given_definition
    name: (_) @name
    return_type: (_) @return_type
    body: (_)? @body) @definition.property)
  (compilation_unit (given_definition
    (annotation)* @annotation
    name: (_) @name
    (parameters)? @parameters
    return_type: (_) @return_type
    body: (_)? @body) @definition.variable)
])
([
  (template_body (given_definition !name return_type: (_) @name body: (_)? @body) @definition.property)
  (enum_body (given_definition !name return_type: (_) @name body: (_)? @body) @definition.property)
  (compilation_unit (given_definition !name return_type: (_) @name body: (_)? @body) @definition.variable)
])

((function_definition
    (annotation)* @annotation
    name: (_) @name
    (parameters)? @parameters
    return_type: (_)? @return_type
    body: (_) @body) @definition.function
  (#not-eq? @name "this"))
((function_definition
    (annotation)* @annotation
    name: (_) @name
    parameters: (parameters) @parameters
    body: (_) @body) @definition.constructor
  (#eq? @name "this"))
(function_declaration
  (annotation)* @annotation
  name: (_) @name
  (parameters)? @parameters
  return_type: (_)? @return_type) @definition.function
(val_definition
  pattern: (identifier) @name
  value: (lambda_expression parameters: (_) @parameters . (_) @body)) @definition.function
(val_definition pattern: (identifier) @name value: (case_block) @body) @definition.function

(class_parameter ["val" "var"] name: (_) @name) @definition.property
((class_definition
    "case"
    class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.property) @_list)
  (#not-match? @_list "^\\(\\s*(implicit|using)\\b"))
(template_body [
  (val_definition (annotation)* @annotation pattern: [
    (identifier) @name
    (identifiers (identifier) @name)
    (tuple_pattern (identifier) @name)
    (case_class_pattern (identifier) @name)
  ])
  (var_definition (annotation)* @annotation pattern: [
    (identifier) @name
    (identifiers (identifier) @name)
    (tuple_pattern (identifier) @name)
  ])
  (val_declaration (annotation)* @annotation name: (identifier) @name)
  (var_declaration (annotation)* @annotation name: (identifier) @name)
] @definition.property)
(with_template_body [
  (val_definition (annotation)* @annotation pattern: (identifier) @name)
  (var_definition (annotation)* @annotation pattern: (identifier) @name)
] @definition.property)
(enum_body [
  (val_definition (annotation)* @annotation pattern: (identifier) @name)
  (var_definition (annotation)* @annotation pattern: (identifier) @name)
] @definition.property)
(compilation_unit [
  (val_definition (annotation)* @annotation pattern: [
    (identifier) @name
    (identifiers (identifier) @name)
    (tuple_pattern (identifier) @name)
  ])
  (var_definition (annotation)* @annotation pattern: [
    (identifier) @name
    (identifiers (identifier) @name)
  ])
] @definition.variable)

(import_declaration
  ["import" ","]
  . path: (identifier) @module
  . ("." . path: (identifier) @module)*
  . "."
  . path: (identifier) @name
  . ",") @reference.imports
(import_declaration
  ["import" ","]
  . path: (identifier) @module
  . ("." . path: (identifier) @module)*
  . "."
  . path: (identifier) @name
  .) @reference.imports
(import_declaration "import" . path: (identifier) @name .) @reference.imports
(import_declaration
  ["import" ","]
  . path: (identifier) @module
  . ("." . path: (identifier) @module)*
  . "."
  . (namespace_wildcard)) @reference.imports
(import_declaration
  ["import" ","]
  . path: (identifier) @module
  . ("." . path: (identifier) @module)*
  . "."
  . (as_renamed_identifier name: (_) @name alias: (identifier) @alias)) @reference.imports
(import_declaration
  ["import" ","]
  . path: (identifier) @module
  . ("." . path: (identifier) @module)*
  . "."
  . (namespace_selectors [
    (identifier) @name
    (arrow_renamed_identifier name: (_) @name alias: (identifier) @alias)
    (as_renamed_identifier name: (_) @name alias: (identifier) @alias)
  ])) @reference.imports
(import_declaration
  ["import" ","]
  . path: (identifier) @module
  . ("." . path: (identifier) @module)*
  . "."
  . (namespace_selectors (namespace_wildcard))) @reference.imports

(extends_clause [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))
  (annotated_type [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
  ])
  (compound_type [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (stable_type_identifier (_) @receiver (type_identifier) @name .)
    (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))
  ])
]) @reference.extends
(given_definition
  return_type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (stable_type_identifier (_) @receiver (type_identifier) @name .)
    (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))
  ]
  body: (with_template_body)) @reference.extends

((call_expression function: [
    (identifier) @name
    (generic_function function: (identifier) @name)
  ]) @reference.calls
  (#not-eq? @name "super"))
(call_expression function: [
  (field_expression value: (_) @receiver field: (identifier) @name)
  (generic_function function: (field_expression value: (_) @receiver field: (identifier) @name))
]) @reference.calls
; `Map.empty[Int]` is a call also without arguments.
(generic_function function: [
  (identifier) @name
  (field_expression value: (_) @receiver field: (identifier) @name)
]) @reference.calls
((infix_expression left: (_) @receiver operator: (identifier) @name) @reference.calls
  (#not-eq? @name "with"))
(instance_expression [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)
  (generic_type type: (stable_type_identifier (_) @receiver (type_identifier) @name .))
  (compound_type base: (type_identifier) @name)
  (compound_type base: (generic_type type: (type_identifier) @name))
]) @reference.calls

(parameter name: (identifier) @name type: (_) @type) @variable
(class_parameter name: (identifier) @name type: (_) @type) @variable
(val_definition pattern: (identifier) @name type: (_) @type) @variable
(var_definition pattern: (identifier) @name type: (_) @type) @variable
(val_definition pattern: (identifier) @name value: (instance_expression . (_) @type)) @variable
(var_definition pattern: (identifier) @name value: (instance_expression . (_) @type)) @variable
