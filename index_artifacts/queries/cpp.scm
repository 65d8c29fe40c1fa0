(comment) @comment
(compound_statement) @block

(namespace_definition name: (_) @name) @namespace

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_) @owner name: (type_identifier) @name)
  ]
  body: (field_declaration_list) @body) @definition.class
([
  (struct_specifier
    name: [
      (type_identifier) @name
      (template_type name: (type_identifier) @name)
      (qualified_identifier scope: (_) @owner name: (type_identifier) @name)
      (qualified_identifier scope: (_) @owner name: (template_type name: (type_identifier) @name))
    ]
    body: (field_declaration_list) @body)
  (union_specifier name: (type_identifier) @name body: (field_declaration_list) @body)
]) @definition.struct
(enum_specifier name: (type_identifier) @name body: (enumerator_list) @body) @definition.enum
(template_declaration
  (class_specifier
    name: [
      (type_identifier) @name
      (template_type name: (type_identifier) @name)
      (qualified_identifier name: (type_identifier) @name)
    ])) @definition.class
(template_declaration
  (struct_specifier
    name: [
      (type_identifier) @name
      (template_type name: (type_identifier) @name)
      (qualified_identifier name: (type_identifier) @name)
      (qualified_identifier name: (template_type name: (type_identifier) @name))
    ])) @definition.struct

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
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (dependent_type)
    (decltype) (struct_specifier !body) (union_specifier !body) (enum_specifier !body) (class_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (array_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(template_declaration (alias_declaration name: (type_identifier) @name)) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(template_declaration (concept_definition name: (identifier) @name)) @definition.type

(field_declaration
  declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (reference_declarator (field_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  ]) @definition.field
(enumerator name: (identifier) @name) @definition.field

; Functions with a return type. An initializer list of a constructor, below, counts as its body.
; The names that are excluded are statements after a macro that the grammar does not understand.
(function_definition
  type: (_) @return_type
  declarator: [
    (function_declarator
      declarator: [(identifier) (field_identifier) (operator_name)] @name
      parameters: (parameter_list) @parameters)
    (function_declarator
      declarator: (template_function name: (identifier) @name)
      parameters: (parameter_list) @parameters)
    (function_declarator
      declarator: (qualified_identifier
        scope: (_) @owner
        name: [
          [(identifier) (operator_name)] @name
          (template_function name: (identifier) @name)
          (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name)] @name)
          (qualified_identifier
            scope: (_) @owner
            name: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name)] @name))
        ])
      parameters: (parameter_list) @parameters)
    (_ (function_declarator
      declarator: [(identifier) (field_identifier) (operator_name)] @name
      parameters: (parameter_list) @parameters))
    (_ (function_declarator
      declarator: (template_function name: (identifier) @name)
      parameters: (parameter_list) @parameters))
    (_ (function_declarator
      declarator: (qualified_identifier
        scope: (_) @owner
        name: [
          [(identifier) (operator_name)] @name
          (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name)] @name)
        ])
      parameters: (parameter_list) @parameters))
    (_ (_ (function_declarator
      declarator: [(identifier) (field_identifier)] @name
      parameters: (parameter_list) @parameters)))
  ]
  body: (compound_statement)? @body
  (#not-match? @name "^(if|else|for|while|switch)$")) @definition.function
(field_declaration
  type: (_) @return_type
  declarator: [
    (function_declarator
      declarator: [(field_identifier) (operator_name)] @name
      parameters: (parameter_list) @parameters)
    (_ (function_declarator
      declarator: [(field_identifier) (operator_name)] @name
      parameters: (parameter_list) @parameters))
    (_ (_ (function_declarator
      declarator: (field_identifier) @name
      parameters: (parameter_list) @parameters)))
  ]) @definition.function
(declaration
  type: (_) @return_type
  declarator: [
    (function_declarator
      declarator: [(identifier) (operator_name)] @name
      parameters: (parameter_list) @parameters)
    (_ (function_declarator
      declarator: [(identifier) (operator_name)] @name
      parameters: (parameter_list) @parameters))
    (_ (_ (function_declarator
      declarator: (identifier) @name
      parameters: (parameter_list) @parameters)))
  ]) @definition.function @prototype
(template_declaration
  [
    (function_definition
      declarator: [
        (function_declarator
          declarator: [
            [(identifier) (operator_name)] @name
            (template_function name: (identifier) @name)
            (qualified_identifier name: [(identifier) (operator_name)] @name)
            (qualified_identifier name: (qualified_identifier name: [(identifier) (operator_name)] @name))
          ])
        (_ (function_declarator
          declarator: [
            [(identifier) (operator_name)] @name
            (qualified_identifier name: [(identifier) (operator_name)] @name)
          ]))
      ])
    (declaration
      declarator: [
        (function_declarator declarator: [(identifier) (operator_name)] @name)
        (_ (function_declarator declarator: [(identifier) (operator_name)] @name))
      ])
  ]) @definition.function

; Functions without a return type: constructors, destructors, conversions, and macros that stand for a header.
(field_declaration_list
  [
    (function_definition
      !type
      declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
      (field_initializer_list)? @body
      body: (compound_statement)? @body)
    (declaration
      !type
      declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters))
    (template_declaration
      (function_definition
        !type
        declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
        (field_initializer_list)? @body
        body: (compound_statement)? @body))
    (template_declaration
      (declaration
        !type
        declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)))
  ] @definition.constructor
  (#not-match? @name "^(if|else|for|while|switch)$"))
(function_definition
  !type
  declarator: (function_declarator
    declarator: (qualified_identifier
      scope: (_) @owner
      name: [
        (identifier) @name
        (qualified_identifier scope: (_) @owner name: (identifier) @name)
      ])
    parameters: (parameter_list) @parameters)
  (field_initializer_list)? @body
  body: (compound_statement)? @body) @definition.constructor
(translation_unit
  (function_definition
    !type
    declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
    body: (compound_statement) @body) @definition.function
  (#not-match? @name "^(if|else|for|while|switch)$"))
(declaration_list
  (function_definition
    !type
    declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
    body: (compound_statement) @body) @definition.function
  (#not-match? @name "^(if|else|for|while|switch)$"))
(function_definition
  !type
  declarator: [
    (function_declarator declarator: (destructor_name) @name parameters: (parameter_list) @parameters)
    (function_declarator
      declarator: (qualified_identifier
        scope: (_) @owner
        name: [
          (destructor_name) @name
          (qualified_identifier scope: (_) @owner name: (destructor_name) @name)
        ])
      parameters: (parameter_list) @parameters)
    (operator_cast) @name
    (qualified_identifier scope: (_) @owner name: (operator_cast) @name)
  ]
  body: (compound_statement)? @body) @definition.method
(field_declaration_list
  (declaration
    !type
    declarator: [
      (function_declarator declarator: (destructor_name) @name parameters: (parameter_list) @parameters)
      (operator_cast) @name
    ]) @definition.method)

(declaration
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (decltype)
    (placeholder_type_specifier) (struct_specifier !body) (union_specifier !body) (enum_specifier !body)
    (class_specifier !body)
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
        (pointer_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
        (reference_declarator (identifier) @name)
        (qualified_identifier scope: (_) @owner name: (identifier) @name)
      ])
  ]) @definition.variable
(declaration
  type: (_ body: (_))
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
  ] @definition.variable)

(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant
(preproc_function_def
  name: (identifier) @name
  parameters: (preproc_params) @parameters
  value: (preproc_arg)? @body) @definition.macro

(preproc_include path: (_) @module) @reference.imports

(base_class_clause [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier
    scope: (_) @receiver
    name: [
      (type_identifier) @name
      (template_type name: (type_identifier) @name)
    ])
  (qualified_identifier
    name: (qualified_identifier
      scope: (_) @receiver
      name: [
        (type_identifier) @name
        (template_type name: (type_identifier) @name)
      ]))
] @reference.extends)

(call_expression
  function: [
    (identifier) @name
    (template_function name: (identifier) @name)
    (field_expression
      argument: (_) @receiver
      field: [
        (field_identifier) @name
        (template_method name: (field_identifier) @name)
        (dependent_name (template_method name: (field_identifier) @name))
      ])
    (qualified_identifier
      scope: (_) @receiver
      name: [
        (identifier) @name
        (template_function name: (identifier) @name)
      ])
    (qualified_identifier
      name: (qualified_identifier
        scope: (_) @receiver
        name: [
          (identifier) @name
          (template_function name: (identifier) @name)
        ]))
    (qualified_identifier
      name: (qualified_identifier
        name: (qualified_identifier
          scope: (_) @receiver
          name: [
            (identifier) @name
            (template_function name: (identifier) @name)
          ])))
    (qualified_identifier !scope name: (identifier) @name)
  ]) @reference.calls
(new_expression
  type: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier
      scope: (_) @receiver
      name: [
        (type_identifier) @name
        (template_type name: (type_identifier) @name)
      ])
  ]) @reference.calls
(compound_literal_expression
  type: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)
  ]) @reference.calls

(parameter_declaration type: (_) @type declarator: [
  (identifier) @name
  (reference_declarator (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
]) @variable
(declaration type: (_) @type declarator: [
  (identifier) @name
  (reference_declarator (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: [
    (identifier) @name
    (reference_declarator (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
  ])
]) @variable
(declaration declarator: (init_declarator
  declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name)]
  value: (new_expression type: (_) @type))) @variable
(field_declaration type: (_) @type declarator: [
  (field_identifier) @name
  (reference_declarator (field_identifier) @name)
  (pointer_declarator declarator: (field_identifier) @name)
]) @variable
