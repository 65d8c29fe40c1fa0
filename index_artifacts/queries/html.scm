(comment) @comment

(element
  [(start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)))
   (self_closing_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)))]
  (#eq? @_id "id")) @definition.section
(element . (start_tag (tag_name) @_heading) . (text) @name (#match? @_heading "^[hH][1-6]$")) @definition.section
(element
  .
  (start_tag (tag_name) @_heading)
  .
  (element . (start_tag) . (text) @name)
  (#match? @_heading "^[hH][1-6]$")) @definition.section
