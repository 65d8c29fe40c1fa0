((comment) @comment (#not-match? @comment "^#!"))

(function_definition
  name: (word) @name
  body: (_) @body) @definition.function
; A test of bats: the grammar knows no block there, so what it runs stands after it.
(command
  name: (command_name) @_test
  argument: [(string) (raw_string)] @name
  (#eq? @_test "@test")) @definition.function
(command
  name: (command_name) @_alias
  argument: [
    (word) @name
    (string) @name
    (raw_string) @name
    (concatenation . [(word) (string) (raw_string)] @name)
  ] @assignment
  (#eq? @_alias "alias")
  (#match? @assignment "^['\"]?(-=|[^-=$'\"][^=$]*=)")) @definition.macro

((program (variable_assignment name: (variable_name) @name) @definition.variable))
((program (if_statement (variable_assignment name: (variable_name) @name) @definition.variable)))
((program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
  (#not-match? @definition.variable "^(readonly|(declare|typeset)[ \t]+-\\w*r)"))
((program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant)
  (#match? @definition.constant "^(readonly|(declare|typeset)[ \t]+-\\w*r)"))
((program (declaration_command ["declare" "typeset"] (variable_name) @name) @definition.variable)
  (#not-match? @definition.variable "^\\w+[ \t]+-\\w*[fFp]"))

; Of a path that starts with an expansion only the rest is known.
(command
  name: (command_name) @_source
  .
  argument: [
    (word) @module
    (raw_string) @module
    (string . (string_content) @module .)
    (string (_) . (string_content) @module .)
    (concatenation (word) @module .)
  ]
  (#match? @_source "^(\\.|\\\\\\.|source)$")
  (#not-match? @module "^[<$]")) @reference.imports
(command
  name: (command_name) @_autoload
  argument: (word) @module
  (#eq? @_autoload "autoload")
  (#match? @module "^\\w")) @reference.imports

(command
  name: (command_name (word) @name)
  (#match? @name "^[^\\W\\d][^/=$]*$")
  (#not-match? @name "^(source|autoload|alias|true|false|return|exit|break|continue|shift|set|unset|echo|printf|read|test|command|builtin)$")
) @reference.calls
; What a shell is told to call later.
(command
  name: (command_name) @_later
  .
  argument: [(word) (raw_string)] @name
  (#match? @_later "^(trap|compdef)$")
  (#match? @name "^['\"]?[^\\W\\d][\\w:.-]*['\"]?$")) @reference.calls
(command
  name: (command_name) @_later
  argument: (word) @_option
  .
  argument: (word) @name
  (#match? @_later "^(complete|add-zsh-hook)$")
  (#match? @_option "^(-F|[a-z]+)$")
  (#match? @name "^[^\\W\\d][\\w:.-]*$")) @reference.calls
