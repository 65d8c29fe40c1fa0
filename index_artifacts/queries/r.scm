(comment) @comment

(binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-"]
  rhs: (call
    function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
    arguments: (arguments) @body)
  (#match? @_maker "^(R6Class|set(Ref)?Class|ggproto|new_class)$")) @definition.class
(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "=" "<<-"]
  rhs: (call arguments: (arguments . (argument value: (call
    function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
    arguments: (arguments) @body))))
  (#match? @_maker "^(R6Class|set(Ref)?Class)$")) @definition.class
(argument
  name: (identifier) @name
  value: (call
    function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
    arguments: (arguments) @body)
  (#eq? @_maker "R6Class")) @definition.class
([
  (program (call
    function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
    arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.class)
  (braced_expression (call
    function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
    arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.class)
]
  (#match? @_maker "^(R6Class|set(Ref)?Class|setClassUnion)$"))

(binary_operator
  lhs: [
    (identifier) @name
    (string) @name
    (extract_operator lhs: (identifier) @owner rhs: (_) @name)
    (subset2
      function: (identifier) @owner
      arguments: (arguments . (argument value: (string content: (_) @name)) .))
    (call
      function: (identifier) @_method
      arguments: (arguments . (argument value: (_) @name) . (comma) . (argument value: (_) @owner)))
  ]
  operator: ["<-" "=" "<<-"]
  rhs: [
    (function_definition parameters: (parameters) @parameters body: (_) @body)
    (binary_operator rhs: (function_definition parameters: (parameters) @parameters body: (_) @body))
  ]
  (#not-match? @owner "^(self|private)$")
  (#match? @_method "^method$")) @definition.function
(binary_operator
  lhs: (extract_operator lhs: (identifier) @_self rhs: (identifier) @name)
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition parameters: (parameters) @parameters body: (_) @body)
  (#match? @_self "^(self|private)$")) @definition.method
(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "=" "<<-"]
  rhs: (call function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)])
  (#eq? @_maker "new_generic")) @definition.function
(call
  function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
  arguments: (arguments
    .
    (argument value: (string content: (_) @name))
    (argument value: (function_definition parameters: (parameters) @parameters body: (_) @body))?)
  (#eq? @_maker "setGeneric")) @definition.function
(call
  function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
  arguments: (arguments
    .
    (argument value: (string content: (_) @name))
    .
    (comma)
    .
    (argument value: [
      (string content: (_) @owner)
      (call arguments: (arguments . (argument value: (string content: (_) @owner))))
    ])
    (argument value: (function_definition parameters: (parameters) @parameters body: (_) @body))?)
  (#match? @_maker "^set(Replace)?Method$")) @definition.method

; Members: what a class is made of, and any list of functions.
(call
  function: [(identifier) @_list (namespace_operator rhs: (identifier) @_list)]
  arguments: (arguments
    (argument
      name: (_) @name
      value: (function_definition parameters: (parameters) @parameters body: (_) @body)) @definition.method)
  (#match? @_list "^(list|ggproto)$")
  (#not-eq? @name "initialize"))
(call
  function: (identifier) @_list
  arguments: (arguments
    (argument
      name: (_) @name
      value: (function_definition parameters: (parameters) @parameters body: (_) @body)) @definition.constructor)
  (#eq? @_list "list")
  (#eq? @name "initialize"))
(call
  function: (extract_operator lhs: (identifier) @owner rhs: (identifier) @_methods)
  arguments: (arguments
    (argument
      name: (_) @name
      value: (function_definition parameters: (parameters) @parameters body: (_) @body)) @definition.method)
  (#eq? @_methods "methods"))
(call
  function: (extract_operator lhs: (identifier) @owner rhs: (identifier) @_set)
  arguments: (arguments
    .
    (argument)
    .
    (comma)
    .
    (argument value: (string content: (_) @name))
    .
    (comma)
    .
    (argument value: (function_definition parameters: (parameters) @parameters body: (_) @body)))
  (#eq? @_set "set")) @definition.method
(call
  function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
  arguments: (arguments
    (argument
      name: (identifier) @_part
      value: (call arguments: (arguments (argument name: (_) @name) @definition.field))))
  (#match? @_maker "^(R6Class|set(Ref)?Class|new_class)$")
  (#match? @_part "^(public|private|active|fields|slots|representation|properties)$"))
(call
  function: (identifier) @_maker
  arguments: (arguments
    (argument
      value: (call
        function: (identifier) @_part
        arguments: (arguments (argument name: (_) @name) @definition.field))))
  (#eq? @_maker "setClass")
  (#eq? @_part "representation"))
(call
  function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
  arguments: (arguments (argument name: (_) @name) @definition.field)
  (#eq? @_maker "ggproto"))

(program (binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-"]) @definition.variable)
(program (if_statement (braced_expression (binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-"]) @definition.variable)))
(program (binary_operator operator: ["->" "->>"] rhs: (identifier) @name) @definition.variable)
(program (call
  function: (identifier) @_assign
  arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.variable
  (#eq? @_assign "assign"))

((call
  function: [(identifier) @_attach (namespace_operator rhs: (identifier) @_attach)]
  arguments: (arguments . (argument value: [(identifier) @module (string content: (_) @module)]))) @reference.imports
  (#match? @_attach "^(library|require|requireNamespace|loadNamespace|attachNamespace)$"))
((call
  function: [(identifier) @_source (namespace_operator rhs: (identifier) @_source)]
  arguments: (arguments . (argument value: (string content: (_) @module)))) @reference.imports
  (#match? @_source "^(sys\\.)?source$"))
((call
  function: [(identifier) @_source (namespace_operator rhs: (identifier) @_source)]
  arguments: (arguments . (argument value: (call
    function: [(identifier) @_path (namespace_operator rhs: (identifier) @_path)]
    arguments: [
      (arguments . (argument value: (string content: (_) @module)) .)
      (arguments . (argument value: (string content: (_) @module)) . (comma) . (argument value: (string content: (_) @module)) .)
      (arguments . (argument !name value: (call)) . (comma) . (argument value: (string content: (_) @module)) .)
    ])))) @reference.imports
  (#match? @_source "^(sys\\.)?source$")
  (#match? @_path "^(file\\.path|here)$"))
((call
  function: (namespace_operator lhs: (identifier) @_import rhs: (identifier) @_from)
  arguments: (arguments
    .
    (argument value: [(identifier) @module (string content: (_) @module)])
    (argument name: (identifier)? @alias value: (identifier) @name))) @reference.imports
  (#eq? @_import "import")
  (#eq? @_from "from"))

((call
  function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
  arguments: (arguments (argument
    name: (identifier) @_inherit
    value: [
      (identifier) @name
      (namespace_operator lhs: (_) @receiver rhs: (_) @name)
      (string content: (_) @name)
      (call arguments: (arguments (argument value: (string content: (_) @name))))
    ] @reference.extends)))
  (#match? @_maker "^(R6Class|set(Ref)?Class|new_class)$")
  (#match? @_inherit "^(inherit|contains|parent)$"))
((call
  function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
  arguments: (arguments
    .
    (argument)
    .
    (comma)
    .
    (argument
      !name
      value: [
        (identifier) @name
        (namespace_operator lhs: (_) @receiver rhs: (_) @name)
      ] @reference.extends)))
  (#eq? @_maker "ggproto"))

((call function: (identifier) @name) @reference.calls
  (#not-match? @name "^(c|list|library|require|requireNamespace|loadNamespace|attachNamespace|(sys\\.)?source)$"))
((call function: (namespace_operator lhs: (_) @receiver rhs: (_) @name)) @reference.calls
  (#not-match? @name "^(requireNamespace|loadNamespace|attachNamespace|(sys\\.)?source)$"))
(call function: (extract_operator lhs: (_) @receiver rhs: (identifier) @name)) @reference.calls
; What makes an object of a class calls the class.
((call
  function: (extract_operator
    lhs: [(identifier) @name (namespace_operator lhs: (_) @receiver rhs: (_) @name)]
    rhs: (identifier) @_new)) @reference.calls
  (#eq? @_new "new"))
((call
  function: (identifier) @_new
  arguments: (arguments . (argument value: (string content: (_) @name)))) @reference.calls
  (#match? @_new "^(new|do\\.call|match\\.fun)$"))
((call
  function: (identifier) @_apply
  arguments: (arguments . (argument value: [
    (identifier) @name
    (namespace_operator lhs: (_) @receiver rhs: (_) @name)
  ]))) @reference.calls
  (#eq? @_apply "do.call"))
