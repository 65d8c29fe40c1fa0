(comment) @comment

(rule (targets (word) @name) (recipe)? @body (#not-match? @name "^\\.[A-Z_]+$")) @definition.function
(define_directive name: (word) @name value: (_)? @body) @definition.macro
(variable_assignment name: (word) @name) @definition.variable

(include_directive filenames: (list (word) @module)) @reference.imports
(rule normal: (prerequisites (word) @name)) @reference.calls
