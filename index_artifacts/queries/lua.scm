(comment) @comment

; A table is a class where a class library makes it, where it is named like one, or where it starts empty and the file returns it.
((chunk [
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list . value: (function_call arguments: [(arguments . (table_constructor) .) @body (arguments)]) @_made .)))
  (assignment_statement
    (variable_list . name: [
      (identifier) @name
      (dot_index_expression table: (_) @owner field: (identifier) @name)
    ] .)
    (expression_list . value: (function_call arguments: [(arguments . (table_constructor) .) @body (arguments)]) @_made .))
] @definition.class)
  (#match? @_made "^(class\\b|[\\w.]+:(extend|subclass|derive|class)\\b)"))
((chunk [
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list . value: [(table_constructor) @body (function_call arguments: [(arguments . (table_constructor) .) @body (arguments)])] @_made .)))
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: [(table_constructor) @body (function_call arguments: [(arguments . (table_constructor) .) @body (arguments)])] @_made .))
] @definition.class)
  (#match? @name "^_*([A-Z]\\d*|[A-Z]\\w*[a-z]\\w*)$")
  (#match? @_made "^(\\{|setmetatable\\b|[\\w.]+:new\\b)"))
((chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name .)
      (expression_list . value: [
        (table_constructor . "{" . "}" .)
        (function_call arguments: (arguments . (table_constructor . "{" . "}" .)))
      ] .))) @definition.class
  (return_statement (expression_list . (identifier) @_returned .)))
  (#eq? @name @_returned))

((function_declaration
  name: [
    (identifier) @name
    (dot_index_expression table: (_) @owner field: (identifier) @name)
  ]
  parameters: (parameters) @parameters
  body: (block)? @body) @definition.function
  (#not-eq? @owner "_G"))
((function_declaration
  name: (dot_index_expression table: (identifier) @_global field: (identifier) @name)
  parameters: (parameters) @parameters
  body: (block)? @body) @definition.function
  (#eq? @_global "_G"))
(function_declaration
  name: (method_index_expression table: (_) @owner method: (identifier) @name)
  parameters: (parameters) @parameters
  body: (block)? @body) @definition.method
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list
      .
      value: [
        (function_definition parameters: (parameters) @parameters body: (block)? @body)
        (binary_expression right: (function_definition parameters: (parameters) @parameters body: (block)? @body))
      ]
      .))) @definition.function
((assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (_) @owner field: (identifier) @name)
    (bracket_index_expression
      table: (_) @owner
      field: [(string) @name (dot_index_expression field: (identifier) @name)])
  ] .)
  (expression_list
    .
    value: [
      (function_definition parameters: (parameters) @parameters body: (block)? @body)
      (binary_expression right: (function_definition parameters: (parameters) @parameters body: (block)? @body))
    ]
    .)) @definition.function
  (#not-match? @owner "^(self|_G)$|[^\\w.]"))
((assignment_statement
  (variable_list . name: [
    (dot_index_expression table: (_) @_owner field: (identifier) @name)
    (bracket_index_expression
      table: (_) @_owner
      field: [(string) @name (dot_index_expression field: (identifier) @name)])
  ] .)
  (expression_list
    .
    value: [
      (function_definition parameters: (parameters) @parameters body: (block)? @body)
      (binary_expression right: (function_definition parameters: (parameters) @parameters body: (block)? @body))
    ]
    .)) @definition.function
  (#match? @_owner "^(self|_G)$|[^\\w.]"))
(field
  name: [(identifier) @name (string) @name (dot_index_expression field: (identifier) @name)]
  value: [
    (function_definition parameters: (parameters) @parameters body: (block)? @body)
    (binary_expression right: (function_definition parameters: (parameters) @parameters body: (block)? @body))
  ]) @definition.method

((chunk (variable_declaration
  (assignment_statement (variable_list name: (identifier) @name) (expression_list) @_value)) @definition.variable)
  (#not-match? @_value "^(pcall\\(\\s*)?require\\b"))
((chunk (variable_declaration . (variable_list name: (identifier) @name)) @definition.variable))
((chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable))
((chunk (assignment_statement
  (variable_list name: (dot_index_expression table: (_) @owner field: (identifier) @name))) @definition.field)
  (#not-match? @owner "^(self|_G)$|[^\\w.]"))
; Fields of what is a class by its name or its maker.
((chunk [
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @_class .)
      (expression_list . value: (table_constructor (field name: (identifier) @name) @definition.field) .)))
  (assignment_statement
    (variable_list . name: (identifier) @_class .)
    (expression_list . value: (table_constructor (field name: (identifier) @name) @definition.field) .))
])
  (#match? @_class "^_*([A-Z]\\d*|[A-Z]\\w*[a-z]\\w*)$"))
((chunk [
  (variable_declaration
    (assignment_statement
      (expression_list
        .
        value: (function_call
          arguments: (arguments . (table_constructor (field name: (identifier) @name) @definition.field))) @_made
        .)))
  (assignment_statement
    (expression_list
      .
      value: (function_call
        arguments: (arguments . (table_constructor (field name: (identifier) @name) @definition.field))) @_made
      .))
])
  (#match? @_made "^(setmetatable\\b|class\\b|[\\w.]+:(extend|subclass|derive|class|new)\\b)"))

((assignment_statement
  (variable_list . name: (identifier) @alias .)
  (expression_list
    .
    value: [
      (function_call
        name: (identifier) @_require
        arguments: (arguments . (string content: (_) @module)))
      (dot_index_expression
        table: (function_call
          name: (identifier) @_require
          arguments: (arguments . (string content: (_) @module)))
        field: (identifier) @name)
    ]
    .)) @reference.imports
  (#eq? @_require "require"))
((assignment_statement
  (variable_list . (_) . name: (identifier) @alias .)
  (expression_list
    .
    value: (function_call
      name: (identifier) @_pcall
      arguments: (arguments . (identifier) @_require . (string content: (_) @module)))
    .)) @reference.imports
  (#eq? @_pcall "pcall")
  (#eq? @_require "require"))
((function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (_) @module))) @reference.imports
  (#match? @_require "^(require|dofile|loadfile)$"))

((assignment_statement
  (expression_list
    .
    value: (function_call
      name: (method_index_expression
        table: [
          (identifier) @name
          (dot_index_expression table: (_) @receiver field: (_) @name)
        ] @reference.extends
        method: (identifier) @_extend))
    .))
  (#match? @_extend "^(extend|subclass|derive)$"))
((function_call
  name: (identifier) @_class
  arguments: (arguments [
    (identifier) @name
    (dot_index_expression table: (_) @receiver field: (_) @name)
  ] @reference.extends))
  (#eq? @_class "class"))
((function_call
  name: (identifier) @_setmetatable
  arguments: (arguments
    .
    (table_constructor)
    .
    (table_constructor
      (field
        name: (identifier) @_index
        value: [
          (identifier) @name
          (dot_index_expression table: (_) @receiver field: (_) @name)
        ] @reference.extends))))
  (#eq? @_setmetatable "setmetatable")
  (#eq? @_index "__index"))
((function_call
  name: (identifier) @_setmetatable
  arguments: (arguments
    .
    (identifier) @owner
    .
    (table_constructor
      (field
        name: (identifier) @_index
        value: [
          (identifier) @name
          (dot_index_expression table: (_) @receiver field: (_) @name)
        ] @reference.extends))))
  (#eq? @_setmetatable "setmetatable")
  (#eq? @_index "__index"))

((function_call name: (identifier) @name) @reference.calls
  (#not-match? @name "^(require|dofile|loadfile)$"))
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @reference.calls
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @reference.calls
((function_call
  name: [
    (method_index_expression table: (identifier) @name method: (identifier) @_new)
    (dot_index_expression table: (identifier) @name field: (identifier) @_new)
  ]) @reference.calls
  (#eq? @_new "new")
  (#match? @name "^[A-Z]"))
