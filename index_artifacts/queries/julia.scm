[(line_comment) (block_comment)] @comment
; A string before a statement is the documentation of what it defines.
(source_file (string_literal) @comment . [
  (function_definition)
  (assignment)
  (struct_definition)
  (abstract_definition)
  (primitive_definition)
  (macro_definition)
  (module_definition)
  (const_statement)
  (macrocall_expression)
])
(block (string_literal) @comment . [
  (function_definition)
  (assignment)
  (struct_definition)
  (abstract_definition)
  (primitive_definition)
  (macro_definition)
  (module_definition)
  (const_statement)
  (macrocall_expression)
  (typed_expression)
  (identifier)
])

(module_definition ["module" "baremodule"] @functions name: (identifier) @name (block)? @body) @definition.module
(struct_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [
      (identifier) @name
      (parametrized_type_expression . (identifier) @name)
    ])
  ])
  (block)? @body) @definition.struct
(abstract_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [
      (identifier) @name
      (parametrized_type_expression . (identifier) @name)
    ])
  ])) @definition.interface
(primitive_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [
      (identifier) @name
      (parametrized_type_expression . (identifier) @name)
    ])
  ])) @definition.type
(macrocall_expression
  .
  (_) @annotation
  (macro_argument_list (struct_definition
    (type_head [
      (identifier) @name
      (parametrized_type_expression . (identifier) @name)
      (binary_expression . [
        (identifier) @name
        (parametrized_type_expression . (identifier) @name)
      ])
    ])) .)) @definition.struct
(macrocall_expression
  (macro_identifier (identifier) @_enum)
  (macro_argument_list . [
    (identifier) @name
    (typed_expression . (identifier) @name)
  ])
  (#eq? @_enum "enum")) @definition.enum
(macrocall_expression
  (macro_identifier (identifier) @_enum)
  (macro_argument_list . (_) [
    (identifier) @name @definition.field
    (assignment . (identifier) @name @definition.field)
    (assignment (juxtaposition_expression (identifier) @name @definition.field))
  ])
  (#eq? @_enum "enum"))
(macrocall_expression
  (macro_identifier (identifier) @_enum)
  (macro_argument_list (compound_statement (block [
    (identifier) @name
    (assignment . (identifier) @name)
  ] @definition.field)))
  (#eq? @_enum "enum"))
(struct_definition (block [
  (function_definition (signature [
    (call_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
    (where_expression . (call_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)]))
  ]))
  (assignment . [
    (call_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
    (where_expression . (call_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)]))
  ])
] @definition.constructor))
(struct_definition (block [
  (identifier) @name
  (typed_expression . (identifier) @name)
  (assignment . [
    (identifier) @name
    (typed_expression . (identifier) @name)
  ])
  (const_statement [
    (identifier) @name
    (typed_expression . (identifier) @name)
  ])
] @definition.field))

; What is called in a head may be an operator, a name of another module, a type, or a value of a type.
(function_definition
  (signature
    [
      (call_expression
        .
        [
          (identifier) @name
          (operator) @name
          (field_expression value: (_) @owner (identifier) @name .)
          (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
          (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
          (parametrized_type_expression . (identifier) @name)
          (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
          (parenthesized_expression (typed_expression (_) . (identifier) @name .))
          (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
          (parenthesized_expression (unary_typed_expression (identifier) @name))
          (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
        ]
        (argument_list) @parameters)
      (typed_expression
        .
        (call_expression
          .
          [
            (identifier) @name
            (operator) @name
            (field_expression value: (_) @owner (identifier) @name .)
            (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
            (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
            (parametrized_type_expression . (identifier) @name)
            (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
            (parenthesized_expression (unary_typed_expression (identifier) @name))
            (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
          ]
          (argument_list) @parameters)
        (_) @return_type)
    ])
  (block)? @body) @definition.function
(function_definition
  (signature
    (where_expression
      .
      [
        (call_expression
          .
          [
            (identifier) @name
            (operator) @name
            (field_expression value: (_) @owner (identifier) @name .)
            (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
            (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
            (parametrized_type_expression . (identifier) @name)
            (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
            (parenthesized_expression (unary_typed_expression (identifier) @name))
            (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
          ]
          (argument_list) @parameters)
        (typed_expression
          .
          (call_expression
            .
            [
              (identifier) @name
              (operator) @name
              (field_expression value: (_) @owner (identifier) @name .)
              (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
              (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
              (parametrized_type_expression . (identifier) @name)
              (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
              (parenthesized_expression (typed_expression (_) . (identifier) @name .))
              (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
              (parenthesized_expression (unary_typed_expression (identifier) @name))
              (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
            ]
            (argument_list) @parameters)
          (_) @return_type)
      ]))
  (block)? @body) @definition.function
(function_definition
  (signature
    (where_expression
      .
      (where_expression
        .
        [
          (call_expression
            .
            [
              (identifier) @name
              (operator) @name
              (field_expression value: (_) @owner (identifier) @name .)
              (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
              (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
              (parametrized_type_expression . (identifier) @name)
              (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
              (parenthesized_expression (typed_expression (_) . (identifier) @name .))
              (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
              (parenthesized_expression (unary_typed_expression (identifier) @name))
              (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
            ]
            (argument_list) @parameters)
          (typed_expression
            .
            (call_expression
              .
              [
                (identifier) @name
                (operator) @name
                (field_expression value: (_) @owner (identifier) @name .)
                (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
                (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
                (parametrized_type_expression . (identifier) @name)
                (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
                (parenthesized_expression (typed_expression (_) . (identifier) @name .))
                (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
                (parenthesized_expression (unary_typed_expression (identifier) @name))
                (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
              ]
              (argument_list) @parameters)
            (_) @return_type)
        ])))
  (block)? @body) @definition.function
(assignment
  .
  [
    (call_expression
      .
      [
        (identifier) @name
        (operator) @name
        (field_expression value: (_) @owner (identifier) @name .)
        (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
        (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
        (parametrized_type_expression . (identifier) @name)
        (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
        (parenthesized_expression (typed_expression (_) . (identifier) @name .))
        (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
        (parenthesized_expression (unary_typed_expression (identifier) @name))
        (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
      ]
      (argument_list) @parameters)
    (typed_expression
      .
      (call_expression
        .
        [
          (identifier) @name
          (operator) @name
          (field_expression value: (_) @owner (identifier) @name .)
          (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
          (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
          (parametrized_type_expression . (identifier) @name)
          (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
          (parenthesized_expression (typed_expression (_) . (identifier) @name .))
          (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
          (parenthesized_expression (unary_typed_expression (identifier) @name))
          (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
        ]
        (argument_list) @parameters)
      (_) @return_type)
  ]
  (operator)
  .
  (_) @body) @definition.function
(assignment
  .
  (where_expression
    .
    [
      (call_expression
        .
        [
          (identifier) @name
          (operator) @name
          (field_expression value: (_) @owner (identifier) @name .)
          (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
          (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
          (parametrized_type_expression . (identifier) @name)
          (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
          (parenthesized_expression (typed_expression (_) . (identifier) @name .))
          (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
          (parenthesized_expression (unary_typed_expression (identifier) @name))
          (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
        ]
        (argument_list) @parameters)
      (typed_expression
        .
        (call_expression
          .
          [
            (identifier) @name
            (operator) @name
            (field_expression value: (_) @owner (identifier) @name .)
            (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
            (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
            (parametrized_type_expression . (identifier) @name)
            (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
            (parenthesized_expression (unary_typed_expression (identifier) @name))
            (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
          ]
          (argument_list) @parameters)
        (_) @return_type)
    ])
  (operator)
  .
  (_) @body) @definition.function
(assignment
  .
  (where_expression
    .
    (where_expression
      .
      [
        (call_expression
          .
          [
            (identifier) @name
            (operator) @name
            (field_expression value: (_) @owner (identifier) @name .)
            (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
            (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
            (parametrized_type_expression . (identifier) @name)
            (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (identifier) @name .))
            (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
            (parenthesized_expression (unary_typed_expression (identifier) @name))
            (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
          ]
          (argument_list) @parameters)
        (typed_expression
          .
          (call_expression
            .
            [
              (identifier) @name
              (operator) @name
              (field_expression value: (_) @owner (identifier) @name .)
              (field_expression value: (_) @owner (quote_expression [(identifier) (operator)] @name))
              (field_expression value: (_) @owner (quote_expression (parenthesized_expression (operator) @name)))
              (parametrized_type_expression . (identifier) @name)
              (parametrized_type_expression . (field_expression value: (_) @owner (identifier) @name .))
              (parenthesized_expression (typed_expression (_) . (identifier) @name .))
              (parenthesized_expression (typed_expression (_) . (parametrized_type_expression . (identifier) @name) .))
              (parenthesized_expression (unary_typed_expression (identifier) @name))
              (parenthesized_expression (unary_typed_expression (parametrized_type_expression . (identifier) @name)))
            ]
            (argument_list) @parameters)
          (_) @return_type)
      ]))
  (operator)
  .
  (_) @body) @definition.function
(function_definition (signature [
  (identifier) @name
  (field_expression value: (_) @owner (identifier) @name .)
])) @definition.function
(macro_definition
  (signature (call_expression . [(identifier) (operator)] @name (argument_list) @parameters))
  (block)? @body) @definition.macro
; A function that is bound to a name; in arguments the same syntax passes one.
(source_file (assignment
  .
  (identifier) @name
  (operator)
  [
    (arrow_function_expression . (_) @parameters . (_) @body)
    (function_definition (signature (argument_list) @parameters) (block)? @body)
  ]) @definition.function)
(block (assignment
  .
  (identifier) @name
  (operator)
  [
    (arrow_function_expression . (_) @parameters . (_) @body)
    (function_definition (signature (argument_list) @parameters) (block)? @body)
  ]) @definition.function)
(const_statement (assignment
  .
  (identifier) @name
  (operator)
  [
    (arrow_function_expression . (_) @parameters . (_) @body)
    (function_definition (signature (argument_list) @parameters) (block)? @body)
  ]) @definition.function)
; A macro before a definition, with which it shares the name.
(macrocall_expression
  .
  (_) @annotation
  (macro_argument_list [
    (function_definition (signature [
      (call_expression . [(identifier) (operator)] @name)
      (_ . (call_expression . [(identifier) (operator)] @name))
      (_ . (_ . (call_expression . [(identifier) (operator)] @name)))
      (call_expression . (field_expression (identifier) @name .))
      (_ . (call_expression . (field_expression (identifier) @name .)))
    ]))
    (assignment . [
      (call_expression . [(identifier) (operator)] @name)
      (typed_expression . (call_expression . [(identifier) (operator)] @name))
      (where_expression . (call_expression . [(identifier) (operator)] @name))
      (where_expression . (typed_expression . (call_expression . [(identifier) (operator)] @name)))
      (call_expression . (field_expression (identifier) @name .))
      (where_expression . (call_expression . (field_expression (identifier) @name .)))
    ])
  ] .)) @definition.function
(macrocall_expression
  (macro_identifier (identifier) @_doc)
  (macro_argument_list (string_literal) @doc . [
    (function_definition (signature (call_expression . (identifier) @name)))
    (assignment . (call_expression . (identifier) @name))
  ])
  (#eq? @_doc "doc")) @definition.function

(const_statement (assignment . [
  (identifier) @name
  (operator) @name
  (parametrized_type_expression . (identifier) @name)
  (typed_expression . (identifier) @name)
  (open_tuple (identifier) @name)
])) @definition.constant
(source_file (assignment . [
  (identifier) @name
  (typed_expression . (identifier) @name)
  (open_tuple (identifier) @name)
]) @definition.variable)
(module_definition (block (assignment . [
  (identifier) @name
  (typed_expression . (identifier) @name)
  (open_tuple (identifier) @name)
]) @definition.variable))
(global_statement (assignment . (identifier) @name)) @definition.variable

; Of a relative path only the names: its dots count modules, not folders.
([
  (using_statement [
    (identifier) @module
    (import_path) @module
    (import_alias . [(identifier) (import_path)] @module (identifier) @alias .)
  ])
  (import_statement [
    (identifier) @module
    (import_path) @module
    (import_alias . [(identifier) (import_path)] @module (identifier) @alias .)
  ])
] @reference.imports
  (#match? @module "^[^.]"))
([
  (using_statement [
    (import_path (identifier) @module .) @_path
    (import_alias . (import_path (identifier) @module .) @_path (identifier) @alias .)
  ])
  (import_statement [
    (import_path (identifier) @module .) @_path
    (import_alias . (import_path (identifier) @module .) @_path (identifier) @alias .)
  ])
] @reference.imports
  (#match? @_path "^[.]"))
((selected_import
  .
  [(identifier) (import_path)] @module
  [
    (identifier) @name
    (operator) @name
    (macro_identifier (identifier) @name)
    (import_alias . [(identifier) @name (macro_identifier (identifier) @name)] (identifier) @alias .)
  ]) @reference.imports
  (#match? @module "^[^.]"))
((selected_import
  .
  (import_path (identifier) @module .) @_path
  [
    (identifier) @name
    (operator) @name
    (macro_identifier (identifier) @name)
    (import_alias . [(identifier) @name (macro_identifier (identifier) @name)] (identifier) @alias .)
  ]) @reference.imports
  (#match? @_path "^[.]"))
((call_expression
  .
  (identifier) @_include
  (argument_list [
    (string_literal . (content) @module .)
    (call_expression (identifier) @_join (argument_list (string_literal (content) @module)+))
  ])) @reference.imports
  (#match? @_include "^(include|includet)$"))

(type_head (binary_expression (operator) . [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver (identifier) @name .)
  (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name .))
])) @reference.extends

([
  (call_expression . [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
  ])
  (broadcast_call_expression . [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
  ])
] @reference.calls
  (#not-match? @name "^(include|includet|new)$"))
([
  (call_expression . [
    (field_expression value: (_) @receiver (identifier) @name .)
    (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name .))
  ])
  (broadcast_call_expression . [
    (field_expression value: (_) @receiver (identifier) @name .)
    (parametrized_type_expression . (field_expression value: (_) @receiver (identifier) @name .))
  ])
] @reference.calls)
(macrocall_expression . [
  (macro_identifier (identifier) @name)
  (macro_identifier (field_expression value: (_)? @receiver (identifier) @name .))
  (field_expression (_) @receiver (macro_identifier (identifier) @name) .)
]) @reference.calls
((binary_expression (operator) @_pipe . [
  (identifier) @name
  (field_expression value: (_) @receiver (identifier) @name .)
] .) @reference.calls
  (#match? @_pipe "^\\.?[|]>$"))
