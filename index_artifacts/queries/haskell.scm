[(comment) (haddock)] @comment

(header module: (module) @package)

(data_type name: (_) @name constructors: (_)? @body) @definition.struct
(newtype name: (_) @name constructor: (_) @body) @definition.struct
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.trait
(instance patterns: (type_patterns . [
  (name) @name
  (parens (apply constructor: (name) @name))
  (parens (apply constructor: (apply constructor: (name) @name)))
  (list) @name
])) @scope

(declarations [
  (signature name: [(variable) @name (prefix_id (operator) @name)] type: (_) @return_type)
  (function name: (_) @name patterns: (_)? @parameters . (match) @body)
  (function (infix operator: [(operator) (infix_id)] @name) . (match) @body)
  (bind name: (_) @name . (match) @body)
  (foreign_import (signature name: (_) @name type: (_) @return_type))
  (pattern_synonym (equation synonym: (apply function: (constructor) @name)))
] @definition.function)
(class_declarations [
  (signature name: [(variable) @name (prefix_id (operator) @name)] type: (_) @return_type)
  (function name: (_) @name patterns: (_)? @parameters . (match) @body)
] @definition.method)
(instance_declarations [
  (function name: (_) @name patterns: (_)? @parameters . (match) @body)
  (bind name: (_) @name . (match) @body)
] @definition.method)
(local_binds (function name: (_) @name patterns: (_)? @parameters . (match) @body) @definition.function)

(field name: (field_name (variable) @name)) @definition.field
(data_constructor (_ name: (constructor) @name)) @definition.field
(newtype_constructor name: (constructor) @name) @definition.field
(gadt_constructor name: (constructor) @name) @definition.field

(import module: (module) @module alias: (module)? @alias) @reference.imports
(instance name: (name) @name patterns: (type_patterns . [
  (name) @owner
  (parens (apply constructor: (name) @owner))
  (parens (apply constructor: (apply constructor: (name) @owner)))
])) @reference.implements
(class context: (context (apply constructor: (name) @name))) @reference.extends

(apply function: [
  (variable) @name
  (constructor) @name
  (qualified module: (module) @receiver id: [(variable) (constructor)] @name)
]) @reference.calls
; What stands left of an application or composition is called, too.
((infix left_operand: [
    (variable) @name
    (constructor) @name
    (qualified module: (module) @receiver id: [(variable) (constructor)] @name)
  ] operator: (operator) @_applied) @reference.calls
  (#match? @_applied "^([$]!?|<[$]>|[.])$"))
