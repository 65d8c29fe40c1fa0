(comment) @comment

; The grammar puts comments at the start of a body before the body.

(class
  name: [
    (constant) @name
    (scope_resolution scope: (_) @owner name: (constant) @name)
    (scope_resolution !scope name: (constant) @name)
  ]
  (comment)* @body
  body: (body_statement)? @body) @definition.class
(module
  name: [
    (constant) @name
    (scope_resolution scope: (_) @owner name: (constant) @name)
    (scope_resolution !scope name: (constant) @name)
  ]
  (comment)* @body
  body: (body_statement)? @body) @definition.module
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @factory method: (identifier) @maker block: (_)? @body)
  (#any-of? @factory "Class" "Struct" "Data")
  (#any-of? @maker "new" "define")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @factory method: (identifier) @maker block: (_)? @body)
  (#eq? @factory "Module")
  (#eq? @maker "new")) @definition.module

(method
  name: (identifier) @name
  (#eq? @name "initialize")) @definition.constructor
(method
  name: (_) @name
  parameters: (method_parameters)? @parameters
  (comment)* @body
  body: (_)? @body) @definition.function
(singleton_method
  name: (_) @name
  parameters: (method_parameters)? @parameters
  (comment)* @body
  body: (_)? @body) @definition.method
(alias name: (_) @name) @definition.method
(call
  !receiver
  method: (identifier) @maker
  arguments: (argument_list . (simple_symbol) @name)
  block: (_)? @body
  (#any-of? @maker "define_method" "define_singleton_method" "alias_method")) @definition.method
(call
  !receiver
  method: (identifier) @maker
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @maker "attr_accessor" "attr_reader" "attr_writer")) @definition.property

(assignment
  left: [
    (constant) @name
    (left_assignment_list (constant) @name)
    (scope_resolution scope: (_) @owner name: (constant) @name)
  ]) @definition.constant
(operator_assignment left: (constant) @name) @definition.constant
(assignment left: (global_variable) @name) @definition.variable
(assignment left: (class_variable) @name) @definition.field

(call
  !receiver
  method: (identifier) @maker
  arguments: (argument_list . (string . (string_content) @module .))
  (#any-of? @maker "require" "require_relative" "load")) @reference.imports
(call
  !receiver
  method: (identifier) @maker
  arguments: (argument_list . (_) (string . (string_content) @module .))
  (#eq? @maker "autoload")) @reference.imports

(assignment
  left: (constant)
  right: (call
    receiver: (constant) @factory
    method: (identifier) @maker
    arguments: (argument_list . (constant) @name @reference.extends))
  (#eq? @factory "Class")
  (#eq? @maker "new"))
(superclass [
  (constant) @name
  (scope_resolution scope: (_) @receiver name: (constant) @name)
  (scope_resolution !scope name: (constant) @name)
]) @reference.extends
(call
  !receiver
  method: (identifier) @maker
  arguments: (argument_list [
    (constant) @name
    (scope_resolution scope: (_) @receiver name: (constant) @name)
  ] @reference.implements)
  (#any-of? @maker "include" "extend" "prepend"))

(call
  !receiver
  method: [(identifier) (constant)] @name
  (#not-match? @name "^(require(_relative)?|(auto)?load|include|extend|prepend|attr_(accessor|reader|writer)|alias_method)$")
) @reference.calls
(call receiver: (_) @receiver method: [(identifier) (constant)] @name) @reference.calls
(call
  receiver: [
    (constant) @name
    (scope_resolution scope: (_) @receiver name: (constant) @name)
  ]
  method: (identifier) @maker
  (#eq? @maker "new")) @reference.calls

((assignment
  left: [(identifier) (instance_variable)] @name
  right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_new)) @variable
  (#eq? @_new "new"))
