terraform {
  required_version = ">= 1.0"
}

# Where it runs.
variable "region" {
  type    = string
  default = "eu"
}

locals {
  name = "shop-${var.region}"
}

resource "aws_instance" "web" {
  ami = data.aws_ami.ubuntu.id
  tags = { Name = local.name }
}

module "network" {
  source = "./network"
}

output "ip" {
  value = aws_instance.web.public_ip
}
