[(comment) (marginalia)] @comment

(statement (create_table (object_reference name: (identifier) @name) (column_definitions)? @body)) @definition.class
(statement (create_view (object_reference name: (identifier) @name))) @definition.class
(statement (create_materialized_view (object_reference name: (identifier) @name))) @definition.class
(statement (create_type . (keyword_create) . (keyword_type) . (object_reference name: (identifier) @name))) @definition.type
(statement (create_schema (identifier) @name)) @definition.namespace
(statement (create_function
  (object_reference name: (identifier) @name)
  (function_arguments) @parameters
  (function_body)? @body)) @definition.function
(statement (create_trigger (keyword_trigger) . (object_reference name: (identifier) @name))) @definition.function
(statement (create_index column: (identifier) @name)) @definition.constant
(statement (create_sequence (object_reference name: (identifier) @name))) @definition.constant
(alter_table (object_reference name: (identifier) @name)) @scope
(column_definition name: (identifier) @name) @definition.field

(invocation (object_reference schema: (identifier)? @receiver name: (identifier) @name)) @reference.calls
(create_trigger (keyword_execute) [(keyword_function) (keyword_procedure)] . (object_reference name: (identifier) @name)) @reference.calls
; What reads, changes or refers to a table or view uses it.
(relation (object_reference name: (identifier) @name)) @reference.calls
(insert (object_reference name: (identifier) @name)) @reference.calls
(column_definition (keyword_references) . (object_reference name: (identifier) @name)) @reference.calls
(create_index (keyword_on) . (object_reference name: (identifier) @name)) @reference.calls
(create_trigger (keyword_on) . (object_reference name: (identifier) @name)) @reference.calls
(alter_table (object_reference name: (identifier) @name)) @reference.calls
