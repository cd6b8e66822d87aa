"""How moto's CloudFormation is taught a type of resource, or taught it better than it knows it."""

import os

import boto3
from moto.cloudformation import parsing  # noqa: F401 (moto's own types first: of two with one name the later stands)
from moto.core.common_models import CloudFormationModel

# Moto finds the types as subclasses: they must not be collected as garbage.
_known = []


def aws(service):
    """The client of a service of this very server."""
    return boto3.client(service, endpoint_url=os.environ["AWS_ENDPOINT_URL"])


def only(properties, *names):
    return {name: properties[name] for name in names if name in properties}


def deleted_by(cloudformation_type, delete):
    """For a type that moto makes and never deletes: `delete(id)` ends it."""
    models = CloudFormationModel.__subclasses__()
    model = next(model for model in models if model.cloudformation_type() == cloudformation_type)
    model.delete = lambda resource, account, region: delete(resource.physical_resource_id)


def resource_type(cloudformation_type, create, update=None, delete=None):
    """
    `create(name, properties)` answers the physical id and the attributes; `update(id, properties)` changes it in place;
    `delete(id)` ends it.
    """

    class Resource(CloudFormationModel):
        # Moto files its models under the second word.
        __module__ = "rehearsal.cloudformation"

        def __init__(self, physical_id, attributes):
            self.physical_resource_id = physical_id
            self.attributes = attributes

        @staticmethod
        def cloudformation_name_type():
            return ""

        @staticmethod
        def cloudformation_type():
            return cloudformation_type

        @classmethod
        def create_from_cloudformation_json(cls, name, template, account, region, **_):
            return cls(*create(name, template["Properties"]))

        @classmethod
        def update_from_cloudformation_json(cls, original_resource, cloudformation_json, **_):
            if update:
                update(original_resource.physical_resource_id, cloudformation_json["Properties"])
            return original_resource

        def delete(self, account, region):
            if delete:
                delete(self.physical_resource_id)

        @classmethod
        def has_cfn_attr(cls, _):
            return True

        def get_cfn_attribute(self, name):
            return self.attributes[name]

    _known.append(Resource)
