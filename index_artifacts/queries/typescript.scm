(comment) @comment

(internal_module name: (_) @name) @namespace
(module name: [(string (string_fragment) @name) (identifier) @name (nested_identifier) @name]) @namespace

(class_declaration
  decorator: (decorator)* @annotation
  name: (type_identifier) @name
  body: (class_body) @body) @definition.class
(abstract_class_declaration
  decorator: (decorator)* @annotation
  name: (type_identifier) @name
  body: (class_body) @body) @definition.class
(export_statement
  decorator: (decorator) @annotation
  declaration: [
    (class_declaration name: (_) @name)
    (abstract_class_declaration name: (_) @name)
  ]) @definition.class
(class_body (decorator) @attribute)
(variable_declarator name: (identifier) @name value: (class !name body: (class_body) @body)) @definition.class
(assignment_expression
  left: (member_expression property: (_) @name)
  right: (class !name body: (class_body) @body)) @definition.class
(class name: (_) @name body: (class_body) @body) @definition.class
(export_statement "default" @name value: (class !name body: (class_body) @body)) @definition.class
(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_body name: (_) @definition.field @name)
(enum_assignment name: (_) @name) @definition.field
(type_alias_declaration name: (type_identifier) @name) @definition.type

(function_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type
  body: (statement_block) @body) @definition.function
(generator_function_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type
  body: (statement_block) @body) @definition.function
(function_signature
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type) @definition.function
((method_definition
  name: (_) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type
  body: (statement_block) @body) @definition.method
  (#not-eq? @name "constructor"))
((method_definition
  name: (_) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @definition.constructor
  (#eq? @name "constructor"))
(method_signature
  name: (_) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type) @definition.method
(abstract_method_signature
  name: (_) @name
  parameters: (formal_parameters) @parameters
  return_type: (_)? @return_type) @definition.method

; Below, an expression with parameters and a body is a function, by whichever syntax.
(public_field_definition decorator: (decorator)* @annotation name: (_) @name) @definition.field
(public_field_definition
  name: (_) @name
  value: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.method
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.field))
(type_alias_declaration value: (intersection_type (object_type (property_signature name: (_) @name) @definition.field)))

(arguments
  (function_expression
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_)? @return_type
    body: (statement_block) @body) @definition.function)
(return_statement
  (function_expression
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_)? @return_type
    body: (statement_block) @body) @definition.function)
(variable_declarator
  name: (identifier) @name
  value: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.function
(pair
  key: [(property_identifier) (string)] @name
  value: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.method
(export_statement
  "default" @name
  value: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.function
(assignment_expression
  left: [(identifier) @name (member_expression object: (this) property: (_) @name)]
  right: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.function
((assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.function
  (#not-match? @owner "^(exports|module|window|global|globalThis|self)$"))
((assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.function
  (#match? @_global "^(exports|module|window|global|globalThis|self)$"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.function
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (_
    [parameters: (formal_parameters) parameter: (identifier)] @parameters
    return_type: (_)? @return_type
    body: (_) @body)) @definition.method
  (#eq? @_prototype "prototype"))

(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement
  declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement
  declaration: (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

(import_statement (import_clause (identifier) @alias) source: (string) @module) @reference.imports
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module) @reference.imports
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @name alias: (identifier)? @alias)))
  source: (string) @module) @reference.imports
(import_statement . source: (string) @module) @reference.imports
(export_statement
  (export_clause (export_specifier name: (_) @name alias: (_)? @alias))
  source: (string) @module) @reference.imports
(export_statement "*" source: (string) @module) @reference.imports
(export_statement (namespace_export (_) @alias) source: (string) @module) @reference.imports
(import_statement (import_require_clause (identifier) @alias source: (string) @module)) @reference.imports
(call_expression function: (import) arguments: (arguments . (string) @module)) @reference.imports
((variable_declarator
  name: [
    (identifier) @alias
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
    ])
  ]
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module))) @reference.imports
  (#eq? @_require "require"))
((variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))
    property: (property_identifier) @name)) @reference.imports
  (#eq? @_require "require"))
((expression_statement
  (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))) @reference.imports
  (#eq? @_require "require"))

(extends_clause value: (identifier) @name) @reference.extends
(extends_clause value: (member_expression object: (_) @receiver property: (_) @name)) @reference.extends
(extends_type_clause type: [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (_) @name))
]) @reference.extends
(implements_clause [
  (type_identifier) @name
  (generic_type name: (type_identifier) @name)
  (nested_type_identifier module: (_) @receiver name: (_) @name)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (_) @name))
]) @reference.implements

((call_expression function: (identifier) @name) @reference.calls
  (#not-eq? @name "require"))
(call_expression function: (member_expression object: (_) @receiver property: (_) @name)) @reference.calls
(new_expression constructor: (identifier) @name) @reference.calls
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @name)) @reference.calls
(decorator (identifier) @name) @reference.calls
(decorator (member_expression object: (_) @receiver property: (_) @name)) @reference.calls

(required_parameter . pattern: (identifier) @name type: (type_annotation (_) @type)) @variable
(optional_parameter . pattern: (identifier) @name type: (type_annotation (_) @type)) @variable
(required_parameter (accessibility_modifier) pattern: (identifier) @name type: (type_annotation (_) @type)) @member
(variable_declarator name: (identifier) @name type: (type_annotation (_) @type)) @variable
(variable_declarator name: (identifier) @name value: (new_expression constructor: (_) @type)) @variable
(public_field_definition name: (_) @name type: (type_annotation (_) @type)) @variable
(public_field_definition name: (_) @name value: (new_expression constructor: (_) @type)) @variable
(assignment_expression
  left: (member_expression object: (this)) @name
  right: (new_expression constructor: (_) @type)) @variable
(assignment_expression left: (member_expression object: (this)) @name right: (identifier) @value) @variable

(formal_parameters (required_parameter pattern: (identifier) @name)) @local
(formal_parameters (optional_parameter pattern: (identifier) @name)) @local
(formal_parameters (required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @name))) @local
(variable_declarator name: (identifier) @name value: [(call_expression) (await_expression (call_expression))] @made) @variable
(assignment_expression
  left: (member_expression object: (this)) @name
  right: [(call_expression) (await_expression (call_expression))] @made) @variable
