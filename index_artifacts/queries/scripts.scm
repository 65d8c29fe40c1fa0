; Scripts in a page, which are JavaScript unless they say otherwise.
((script_element (raw_text) @embedded) (#set! language "javascript"))
(script_element
  (start_tag
    (attribute (attribute_name) @_says [(attribute_value) @language (quoted_attribute_value (attribute_value) @language)]))
  (raw_text) @embedded
  (#any-of? @_says "lang" "type"))
