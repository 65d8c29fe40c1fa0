(comment) @comment
((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments (string)))) @comment
  (#match? @_doc "^(doc|typedoc)$"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute)) @attribute @quiet
  (#match? @_attribute "^(spec|impl|deprecated|since|callback|macrocallback)$"))

((call
  target: (identifier) @_define
  (arguments (alias) @name)
  (do_block "do" @body)) @definition.module
  (#match? @_define "^(defmodule|defprotocol)$"))
((call
  target: (identifier) @_define
  (arguments (alias) @name)
  (do_block . (unary_operator
    operator: "@"
    operand: (call target: (identifier) @_doc (arguments (string (quoted_content) @doc)))))) @definition.module
  (#match? @_define "^(defmodule|defprotocol)$")
  (#eq? @_doc "moduledoc"))
((call
  target: (identifier) @_define
  (arguments (alias) (keywords (pair value: (alias) @name)))
  (do_block)) @scope
  (#eq? @_define "defimpl"))

((call
  target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name (arguments) @parameters)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name (arguments) @parameters)] operator: "when")
    (binary_operator operator: ["+" "-" "*" "/" "<>" "++" "--" "==" "!=" "<" ">" "<=" ">=" "|>" "&&&" "|||" "<<<" ">>>" "~>" "<~>" "<|>"] @name)
  ])
  (do_block "do" @body)?) @definition.function
  (#match? @_define "^(def|defp|defdelegate|defguard|defguardp|defn|defnp)$"))
((call
  target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name (arguments) @parameters)
    (binary_operator left: (call target: (identifier) @name (arguments) @parameters) operator: "when")
  ])
  (do_block "do" @body)?) @definition.macro
  (#match? @_define "^(defmacro|defmacrop)$"))
(binary_operator left: (identifier) @name operator: "=" right: (anonymous_function) @body) @definition.function

((call
  target: (identifier) @_define
  (arguments [
    (list [(atom) @name (keywords (pair key: (keyword) @name))])
    (keywords (pair key: (keyword) @name))
  ])) @definition.field
  (#match? @_define "^(defstruct|defexception)$"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant
  (#not-match? @name "^(doc|moduledoc|typedoc|spec|type|typep|opaque|callback|macrocallback|impl|behaviour|derive|deprecated|since|enforce_keys|dialyzer|compile|before_compile|after_compile|on_load|external_resource|optional_callbacks)$"))
((unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments (binary_operator left: [
  (identifier) @name
  (call target: (identifier) @name)
] operator: "::")))) @definition.type
  (#match? @_type "^(type|typep|opaque)$"))

((call target: (identifier) @_import (arguments . (alias) @module (keywords (pair value: (alias) @alias))?)) @reference.imports
  (#match? @_import "^(alias|import|require|use)$"))
((call target: (identifier) @_import (arguments . (dot left: (alias) @module right: (tuple (alias) @name)))) @reference.imports
  (#match? @_import "^(alias|import|require|use)$"))
((unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments (alias) @name))) @reference.implements
  (#eq? @_behaviour "behaviour"))
((call
  target: (identifier) @_define
  (arguments (alias) @name (keywords (pair value: (alias) @owner)))) @reference.implements
  (#eq? @_define "defimpl"))

((call target: (identifier) @name) @reference.calls
  (#not-match? @name "^(def[a-z_]*|alias|import|require|use|doc|moduledoc|typedoc|spec|type|typep|opaque|callback|macrocallback|impl|behaviour|derive|if|unless|case|cond|with|for|quote|unquote|unquote_splicing|fn|receive|try|super)$"))
(call target: (dot left: (_) @receiver right: (identifier) @name)) @reference.calls
