(comment) @comment

(from_instruction as: (image_alias) @name) @definition.section @head
(from_instruction (image_spec name: (image_name) @name) !as) @definition.section @head
(arg_instruction name: (_) @name) @definition.variable
(env_pair name: (_) @name) @definition.variable
