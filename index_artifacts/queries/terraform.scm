(comment) @comment

(config_file (body (block . (identifier) @name . (block_start) @body) @definition.section))
(config_file
  (body
    (block
      . (identifier) @_kind
      . (string_lit (template_literal) @name)
      . (block_start) @body
      (#not-match? @_kind "^(variable|output)$")) @definition.section))
(config_file
  (body
    (block
      . (identifier) @_kind
      . (string_lit (template_literal) @name)
      . (block_start) @body
      (#any-of? @_kind "variable" "output")) @definition.variable))
(config_file
  (body
    (block
      . (identifier)
      . (string_lit (template_literal) @owner)
      . (string_lit (template_literal) @name)
      . (block_start) @body) @definition.section))
(config_file
  (body
    (block . (identifier) @_locals . (block_start) . (body (attribute . (identifier) @name) @definition.variable)))
  (#eq? @_locals "locals"))

(config_file
  (body
    (block
      . (identifier) @_module
      (body
        (attribute
          . (identifier) @_source
          . (expression (literal_value (string_lit (template_literal) @module)))) @reference.imports)
      (#eq? @_module "module")
      (#eq? @_source "source"))))
