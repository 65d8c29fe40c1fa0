(comment) @comment

(class_declaration
  decorator: (decorator)* @annotation
  name: (identifier) @name
  body: (class_body) @body) @definition.class
(export_statement
  decorator: (decorator) @annotation
  declaration: (class_declaration name: (_) @name)) @definition.class
(variable_declarator name: (identifier) @name value: (class !name body: (class_body) @body)) @definition.class
(assignment_expression
  left: (member_expression property: (_) @name)
  right: (class !name body: (class_body) @body)) @definition.class
(class name: (_) @name body: (class_body) @body) @definition.class
(export_statement "default" @name value: (class !name body: (class_body) @body)) @definition.class

(function_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @definition.function
(generator_function_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @definition.function
((method_definition
  decorator: (decorator)* @annotation
  name: (_) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @definition.method
  (#not-eq? @name "constructor"))
((method_definition
  name: (_) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @definition.constructor
  (#eq? @name "constructor"))

; Below, an expression with parameters and a body is a function, by whichever syntax.
(field_definition decorator: (decorator)* @annotation property: (_) @name) @definition.field
(field_definition
  property: (_) @name
  value: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.method

(arguments
  (function_expression
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body) @definition.function)
(return_statement
  (function_expression
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body) @definition.function)
(variable_declarator
  name: (identifier) @name
  value: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.function
(pair
  key: [(property_identifier) (string)] @name
  value: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.method
(export_statement
  "default" @name
  value: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.function
(assignment_expression
  left: [(identifier) @name (member_expression object: (this) property: (_) @name)]
  right: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.function
((assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.function
  (#not-match? @owner "^(exports|module|window|global|globalThis|self)$"))
((assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.function
  (#match? @_global "^(exports|module|window|global|globalThis|self)$"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.function
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (_ [parameters: (formal_parameters) parameter: (identifier)] @parameters body: (_) @body)) @definition.method
  (#eq? @_prototype "prototype"))

(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement
  declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement
  declaration: (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

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

(class_heritage (identifier) @name) @reference.extends
(class_heritage (member_expression object: (_) @receiver property: (_) @name)) @reference.extends

((call_expression function: (identifier) @name) @reference.calls
  (#not-eq? @name "require"))
(call_expression function: (member_expression object: (_) @receiver property: (_) @name)) @reference.calls
(new_expression constructor: (identifier) @name) @reference.calls
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @name)) @reference.calls
(decorator (identifier) @name) @reference.calls
(decorator (member_expression object: (_) @receiver property: (_) @name)) @reference.calls

([
  (jsx_opening_element name: (identifier) @name)
  (jsx_self_closing_element name: (identifier) @name)
] @reference.calls
  (#match? @name "^[A-Z]"))
([
  (jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @name))
  (jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @name))
] @reference.calls)

(variable_declarator name: (identifier) @name value: (new_expression constructor: (_) @type)) @variable
(field_definition property: (_) @name value: (new_expression constructor: (_) @type)) @variable
(assignment_expression
  left: (member_expression object: (this)) @name
  right: (new_expression constructor: (_) @type)) @variable
(assignment_expression left: (member_expression object: (this)) @name right: (identifier) @value) @variable

(formal_parameters (identifier) @name) @local
(formal_parameters (assignment_pattern left: (identifier) @name)) @local
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @name)) @local
(variable_declarator name: (identifier) @name value: [(call_expression) (await_expression (call_expression))] @made) @variable
(assignment_expression
  left: (member_expression object: (this)) @name
  right: [(call_expression) (await_expression (call_expression))] @made) @variable
