(comment) @comment

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class
(class_definition
  name: (identifier) @name
  body: (block . (string) @doc)) @definition.class
(decorated_definition
  (decorator) @annotation
  definition: (class_definition name: (identifier) @name)) @definition.class

(function_definition
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (type)? @return_type
  body: (block) @body) @definition.function
(function_definition
  name: (identifier) @name
  body: (block . (string) @doc)) @definition.function
(decorated_definition
  (decorator) @annotation
  definition: (function_definition name: (identifier) @name)) @definition.function

(assignment left: (identifier) @name right: (lambda)) @definition.function
(module (assignment left: (identifier) @name) @definition.variable)
(module (if_statement (block (assignment left: (identifier) @name) @definition.variable)))
(module (try_statement (block (assignment left: (identifier) @name) @definition.variable)))
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))
(type_alias_statement left: (type (identifier) @name)) @definition.type

(import_statement name: (dotted_name) @module) @reference.imports
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias)) @reference.imports
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @module
  name: (dotted_name) @name) @reference.imports
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @module
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.imports
(import_from_statement
  module_name: [(dotted_name) (relative_import)] @module
  (wildcard_import) @name) @reference.imports

(class_definition superclasses: (argument_list (identifier) @name) @reference.extends)
(class_definition superclasses: (argument_list (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.extends)
(class_definition superclasses: (argument_list (subscript value: (identifier) @name)) @reference.extends)

(call function: (identifier) @name) @reference.calls
(call function: (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.calls
(decorator (identifier) @name) @reference.calls
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.calls

(typed_parameter . (identifier) @name type: (type) @type) @variable
(typed_default_parameter name: (identifier) @name type: (type) @type) @variable
(assignment left: [(identifier) (attribute object: (identifier))] @name type: (type) @type) @variable
; What is called by a capital makes an instance of it.
((assignment
  left: [(identifier) (attribute object: (identifier))] @name
  right: (call function: [(identifier) (attribute)] @type)) @variable
  (#match? @type "(^|[.])_*[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$"))
((with_item value: (as_pattern
  (call function: [(identifier) (attribute)] @type)
  alias: (as_pattern_target (identifier) @name))) @variable
  (#match? @type "(^|[.])_*[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$"))
(assignment left: (attribute object: (identifier)) @name right: (identifier) @value) @variable

(parameters (identifier) @name) @local
(parameters (default_parameter name: (identifier) @name)) @local
(parameters (typed_parameter . (identifier) @name)) @local
(parameters (typed_default_parameter name: (identifier) @name)) @local
(assignment left: (identifier) @name) @local
(for_statement left: (identifier) @name) @local
(as_pattern_target (identifier) @name) @local
(assignment
  left: [(identifier) (attribute object: (identifier))] @name
  right: [(call) (await (call))] @made) @variable
