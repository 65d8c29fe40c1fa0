; A cell of code has the name of its first line.
(object
  (pair key: (string (string_content) @_type) value: (string (string_content) @_code))
  (pair key: (string (string_content) @_source) value: [(array . (string) @name) (string) @name])
  (#eq? @_type "cell_type")
  (#eq? @_code "code")
  (#eq? @_source "source")) @definition.section

(object
  (pair key: (string (string_content) @_type) value: (string (string_content) @_code))
  (pair key: (string (string_content) @_source) value: [(array) (string)] @embedded)
  (#eq? @_type "cell_type")
  (#eq? @_code "code")
  (#eq? @_source "source"))

((object
  (pair key: (string (string_content) @_type) value: (string (string_content) @_prose))
  (pair key: (string (string_content) @_source) value: [(array) (string)] @embedded))
  (#eq? @_type "cell_type")
  (#eq? @_prose "markdown")
  (#eq? @_source "source")
  (#set! language "markdown"))

(pair
  key: (string (string_content) @_info)
  value: (object (pair key: (string (string_content) @_name) value: (string (string_content) @language)))
  (#eq? @_info "language_info")
  (#eq? @_name "name"))
