[(line_comment) (doc_comment)] @comment

((Decl (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType) @_kind) @body)))) @definition.struct
  (#match? @_kind "^(struct|packed|extern|opaque)"))
((Decl (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType) @_kind) @body)))) @definition.enum
  (#match? @_kind "^enum"))
((Decl (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType) @_kind) @body)))) @definition.struct
  (#match? @_kind "^union"))
(Statement (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl) @body)))) @definition.struct
(Decl (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ErrorSetDecl))))) @definition.enum
(ErrorSetDecl field_constant: (IDENTIFIER) @name) @definition.field

(Decl
  (FnProto
    function: (IDENTIFIER) @name
    (ParamDeclList) @parameters
    (ErrorUnionExpr)? @return_type)
  (Block)? @body) @definition.function
(TestDecl (STRINGLITERALSINGLE) @name (Block) @body) @definition.function

(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(ContainerField !field_member (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @name))) @definition.field
; The name of what an import or a container is bound to.
((Decl (VarDecl variable_type_function: (IDENTIFIER) @name) @_bound) @definition.constant
  (#match? @_bound "^const[ \t]"))
((Decl (VarDecl variable_type_function: (IDENTIFIER) @name) @_bound) @definition.variable
  (#match? @_bound "^(var|threadlocal)[ \t]"))

((VarDecl
  variable_type_function: (IDENTIFIER) @alias
  (ErrorUnionExpr (SuffixExpr
    . (BUILTINIDENTIFIER) @_import
    . (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module))) .))) @reference.imports
  (#eq? @_import "@import"))
((VarDecl
  variable_type_function: (IDENTIFIER) @alias
  (ErrorUnionExpr (SuffixExpr
    . (BUILTINIDENTIFIER) @_import
    . (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module)))
    . (FieldOrFnCall field_access: (IDENTIFIER) @name) .))) @reference.imports
  (#eq? @_import "@import"))

(SuffixExpr . variable_type_function: (IDENTIFIER) @name . (FnCallArguments)) @reference.calls
(SuffixExpr
  . variable_type_function: (IDENTIFIER) @receiver
  . (FieldOrFnCall function_call: (IDENTIFIER) @name)) @reference.calls
(SuffixExpr
  . variable_type_function: (IDENTIFIER) @receiver
  . (FieldOrFnCall field_access: (IDENTIFIER) @receiver)+
  . (FieldOrFnCall function_call: (IDENTIFIER) @name)) @reference.calls

(ParamDecl parameter: (IDENTIFIER) @name (ParamType) @type) @variable
(ContainerField field_member: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr) @type)) @variable
