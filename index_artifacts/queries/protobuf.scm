(comment) @comment

(package (full_ident) @package)

(message (message_name (identifier) @name) (message_body) @body) @definition.struct
(enum (enum_name (identifier) @name) (enum_body) @body) @definition.enum
(service (service_name (identifier) @name) "{" @body) @definition.interface
(rpc
  (rpc_name (identifier) @name)
  "(" . "stream"? . (message_or_enum_type) @parameters
  "returns" "(" . "stream"? . (message_or_enum_type) @return_type) @definition.method
(oneof (identifier) @name "{" @body) @definition.property
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(enum_field . (identifier) @name) @definition.field
(extend (full_ident) @name) @scope

(import path: (string) @module) @reference.imports

; A message that is the type of a field or of a call is used there.
(field (type (message_or_enum_type) @name)) @reference.calls
(map_field (type (message_or_enum_type) @name)) @reference.calls
(oneof_field (type (message_or_enum_type) @name)) @reference.calls
(rpc (message_or_enum_type) @name) @reference.calls
