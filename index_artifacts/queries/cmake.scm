(line_comment) @comment
(bracket_comment) @comment

(function_def
  (function_command (argument_list . (argument) @name (argument)* @parameters))
  (body)? @body) @definition.function
(macro_def
  (macro_command (argument_list . (argument) @name (argument)* @parameters))
  (body)? @body) @definition.macro
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "(?i)^(project|add_executable|add_library|add_custom_target)$")
  (#not-match? @name "\\$")) @definition.section
(normal_command
  (identifier) @_command
  (argument_list . (argument) @_name . (argument) @name)
  (#match? @_command "(?i)^add_test$")
  (#eq? @_name "NAME")
  (#not-match? @name "\\$")) @definition.section
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "(?i)^(set|option)$")
  (#not-match? @name "\\$")) @definition.variable

(normal_command
  (identifier) @_command
  (argument_list . (argument) @module)
  (#match? @_command "(?i)^(include|add_subdirectory|find_package)$")) @reference.imports
(normal_command
  (identifier) @name
  (#not-match? @name "(?i)^(include|add_subdirectory|find_package|set|option|project|cmake_minimum_required|message)$")) @reference.calls
