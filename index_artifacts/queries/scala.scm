[(comment) (block_comment)] @comment

(package_clause name: (package_identifier) @package)

(class_definition (annotation)* @annotation name: (identifier) @name body: (_)? @body) @definition.class
(object_definition (annotation)* @annotation name: (identifier) @name body: (_)? @body) @definition.class
(trait_definition (annotation)* @annotation name: (identifier) @name body: (_)? @body) @definition.trait
(enum_definition (annotation)* @annotation name: (identifier) @name body: (_) @body) @definition.enum
(package_object name: (identifier) @name body: (_) @body) @definition.module
(extension_definition parameters: (parameters (parameter type: (_) @name))) @scope
(type_definition name: (type_identifier) @name) @definition.type

((function_definition
  (annotation)* @annotation
  name: [(identifier) (operator_identifier)] @name
  (parameters)* @parameters
  return_type: (_)? @return_type
  ["=" (block)] @body) @definition.function
  (#not-eq? @name "this"))
((function_definition
  name: (identifier) @name
  (parameters)* @parameters
  "=" @body) @definition.constructor
  (#eq? @name "this"))
(function_declaration
  (annotation)* @annotation
  name: [(identifier) (operator_identifier)] @name
  (parameters)* @parameters
  return_type: (_)? @return_type) @definition.function
(given_definition name: (identifier) @name body: (_)? @body) @definition.class

(class_parameter name: (identifier) @name) @definition.property
(template_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
  (val_declaration name: (identifier) @name)
  (var_declaration name: (identifier) @name)
] @definition.property)
(with_template_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
] @definition.property)
(enum_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
] @definition.property)
(compilation_unit [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)
] @definition.variable)
(val_definition pattern: (identifier) @name value: (lambda_expression) @body) @definition.function
(simple_enum_case name: (identifier) @name) @definition.field
(full_enum_case name: (identifier) @name) @definition.field

(import_declaration . ((identifier) @module . ".")+ (identifier) @name .) @reference.imports
(import_declaration
  . ((identifier) @module . ".")+
  (namespace_selectors [
    (identifier) @name
    (arrow_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
    (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
  ])) @reference.imports
(import_declaration . ((identifier) @module . ".")+ (namespace_wildcard)) @reference.imports
(import_declaration . ((identifier) @module . ".")+ (namespace_selectors (namespace_wildcard))) @reference.imports

(extends_clause [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier [(identifier) (stable_identifier)] @receiver (type_identifier) @name)
  (generic_type type: (stable_type_identifier [(identifier) (stable_identifier)] @receiver (type_identifier) @name))
]) @reference.extends

(call_expression function: [
  (identifier) @name
  (field_expression value: (_) @receiver field: (identifier) @name)
  (generic_function function: [
    (identifier) @name
    (field_expression value: (_) @receiver field: (identifier) @name)
  ])
]) @reference.calls
(instance_expression [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier [(identifier) (stable_identifier)] @receiver (type_identifier) @name)
]) @reference.calls

(parameter name: (identifier) @name type: (_) @type) @variable
(class_parameter name: (identifier) @name type: (_) @type) @variable
(val_definition pattern: (identifier) @name type: (_) @type) @variable
(var_definition pattern: (identifier) @name type: (_) @type) @variable
(val_definition pattern: (identifier) @name value: (instance_expression . (_) @type)) @variable
(var_definition pattern: (identifier) @name value: (instance_expression . (_) @type)) @variable
