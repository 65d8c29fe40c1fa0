[(line_comment) (block_comment)] @comment
(attribute_item) @attribute

(mod_item name: (identifier) @name body: (declaration_list)) @namespace
(impl_item type: (_) @name) @scope

; Wrappers such as `pin_project! { .. }` hold whole items; what does not parse as items is left alone.
(source_file (macro_invocation (token_tree "{") @items))
(declaration_list (macro_invocation (token_tree "{") @items))

(struct_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type

(function_item
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (_)? @return_type
  body: (block) @body) @definition.function
(function_signature_item
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (_)? @return_type) @definition.function
(macro_definition name: (identifier) @name) @definition.macro

(field_declaration name: (field_identifier) @name) @definition.field
(enum_variant name: (identifier) @name) @definition.field
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable

(use_declaration argument: (identifier) @module) @reference.imports
(use_declaration argument: (scoped_identifier path: (_)? @module name: (_) @name)) @reference.imports
(use_declaration argument: (use_wildcard (_) @module)) @reference.imports
(use_declaration
  argument: (use_as_clause
    path: (scoped_identifier path: (_)? @module name: (_) @name)
    alias: (_) @alias)) @reference.imports
(use_declaration argument: (use_as_clause path: (identifier) @module alias: (_) @alias)) @reference.imports
(use_declaration argument: (scoped_use_list path: (_)? @module list: (use_list [
  (identifier) @name
  (use_as_clause path: (identifier) @name alias: (_) @alias)
  (use_as_clause path: (self) alias: (_) @alias)
  (scoped_identifier path: (_) @module name: (_) @name)
  (use_wildcard (_) @module)
  (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name) alias: (_) @alias)
  (scoped_use_list path: (_) @module list: (use_list [
    (identifier) @name
    (use_as_clause path: (identifier) @name alias: (_) @alias)
    (use_as_clause path: (self) alias: (_) @alias)
    (scoped_identifier path: (_) @module name: (_) @name)
    (use_wildcard (_) @module)
  ]))
]))) @reference.imports
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (self)))) @reference.imports
(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list (scoped_use_list path: (_) @module list: (use_list (self)))))) @reference.imports
(extern_crate_declaration name: (identifier) @module alias: (identifier)? @alias) @reference.imports

(trait_item bounds: (trait_bounds [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier path: (_)? @receiver name: (_) @name)
  (generic_type type: (scoped_type_identifier path: (_)? @receiver name: (_) @name))
])) @reference.extends
(impl_item
  trait: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier path: (_)? @receiver name: (_) @name)
    (generic_type type: (scoped_type_identifier path: (_)? @receiver name: (_) @name))
  ]
  type: (_) @owner) @reference.implements

(call_expression function: [
  (identifier) @name
  (field_expression value: (_) @receiver field: (field_identifier) @name)
  (scoped_identifier path: (_)? @receiver name: (identifier) @name)
  (generic_function function: [
    (identifier) @name
    (field_expression value: (_) @receiver field: (field_identifier) @name)
    (scoped_identifier path: (_)? @receiver name: (identifier) @name)
  ])
]) @reference.calls
(macro_invocation macro: [
  (identifier) @name
  (scoped_identifier path: (_)? @receiver name: (identifier) @name)
]) @reference.calls

(parameter pattern: (identifier) @name type: (_) @type) @variable
(let_declaration pattern: (identifier) @name type: (_) @type) @variable
(let_declaration pattern: (identifier) @name value: (struct_expression name: (_) @type)) @variable
; By convention these make one of the type before them.
((let_declaration
  pattern: (identifier) @name
  value: (call_expression function: (scoped_identifier path: (_) @type name: (identifier) @_new))) @variable
  (#match? @_new "^(new|default|with_capacity)$"))
(field_declaration name: (field_identifier) @name type: (_) @type) @variable
(let_declaration pattern: (identifier) @name value: (call_expression) @made) @variable
