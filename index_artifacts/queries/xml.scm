(Comment) @comment

(document
  root: (element (content (element [(STag (Name) @name) (EmptyElemTag (Name) @name)]) @definition.section)))
