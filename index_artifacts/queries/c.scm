(comment) @comment
(compound_statement) @block

(struct_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (enumerator_list) @body) @definition.enum
(type_definition
  type: [
    (struct_specifier !name body: (field_declaration_list) @body)
    (union_specifier !name body: (field_declaration_list) @body)
  ]
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (enum_specifier !name body: (enumerator_list) @body)
  declarator: (type_identifier) @name) @definition.enum

; A struct that is named twice keeps its tag as the struct; the other name is a type of the declarator alone.
(type_definition
  type: (_ name: (type_identifier) @tag body: (_))
  declarator: (type_identifier) @name @definition.type
  (#not-eq? @tag @name))
(type_definition
  type: (_ body: (_))
  declarator: (pointer_declarator declarator: (type_identifier) @name) @definition.type)
(type_definition
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)
    (struct_specifier !body) (union_specifier !body) (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (primitive_type) @name
    (array_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator [
      (type_identifier) @name
      (pointer_declarator declarator: (type_identifier) @name)
    ]))
    (pointer_declarator
      declarator: (function_declarator declarator: (parenthesized_declarator [
        (type_identifier) @name
        (pointer_declarator declarator: (type_identifier) @name)
      ])))
  ]) @definition.type

(field_declaration
  declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
  ]) @definition.field
(enumerator name: (identifier) @name) @definition.field

; The names that are excluded are statements after a macro that the grammar does not understand.
(function_definition
  type: (_) @return_type
  declarator: [
    (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
    (function_declarator
      declarator: (parenthesized_declarator (identifier) @name)
      parameters: (parameter_list) @parameters)
    (_ (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters))
    (_ (_ (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)))
    (_ (_ (_ (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters))))
  ]
  body: (compound_statement) @body
  (#not-match? @name "^(if|else|for|while|switch)$")) @definition.function
(declaration
  type: (_) @return_type
  declarator: [
    (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
    (function_declarator
      declarator: (parenthesized_declarator (identifier) @name)
      parameters: (parameter_list) @parameters)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)))
  ]) @definition.function @prototype

(declaration
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)
    (struct_specifier !body) (union_specifier !body) (enum_specifier !body)
  ]
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @name))
        (pointer_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
        (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
        (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
      ])
  ]) @definition.variable
(declaration
  type: (_ body: (_))
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  ] @definition.variable)

(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant
(preproc_function_def
  name: (identifier) @name
  parameters: (preproc_params) @parameters
  value: (preproc_arg)? @body) @definition.macro

(preproc_include path: (_) @module) @reference.imports

(call_expression function: (identifier) @name) @reference.calls
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name)) @reference.calls
